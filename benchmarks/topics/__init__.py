"""One module a topic; each states its rows as TOPIC."""

ORDER = (
    "imports",
    "envelopes",
    "cells",
    "tabular",
    "schemas",
    "compact",
    "memory",
    "host",
    "codegen",
    "typescript",
)
