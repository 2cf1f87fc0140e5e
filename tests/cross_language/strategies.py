"""Random descriptors, listings and envelopes, sound ones and faulty ones, in the form of the shared cases."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from octools import ACCESS_KINDS, COLUMN_KINDS, COLUMN_SCALES, RESULT_KINDS, TOOL_TAGS
from octools_contract.constants import MAX_SAFE_INTEGER
from octools_contract.records import OCToolFields

# Names that JavaScript treats in a way of its own are among them; those that look like indexes are not, since
# JavaScript puts them first (docs/typescript.md).
KEYS = st.sampled_from(
    [
        "a",
        "b",
        "title",
        "not",
        "default",
        "properties",
        "x-y",
        "é",
        "",
        "a/b",
        "m~n",
        "__proto__",
        "constructor",
        "cursor",
    ]
)
SAFE = st.integers(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER)
FLOATS = st.floats(allow_nan=False, allow_infinity=False, width=64).filter(lambda each: not each.is_integer())
TEXTS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", " ", "\u3000", "a\nb", "\x1b[31m", "😀", "\ufeff", "l\u2019été. Ok!"]),
)
SCALARS = st.one_of(st.none(), st.booleans(), SAFE, FLOATS, TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)

_KEYWORDS = st.sampled_from(
    [
        "type",
        "enum",
        "const",
        "description",
        "title",
        "format",
        "minItems",
        "required",
        "default",
        "$ref",
        "pattern",
        "x-n",
    ]
)
_TYPES = st.sampled_from(
    ["string", "integer", "object", "array", "null", "any", 3, ["string", "null"], [], None]
)


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    subschemas = st.dictionaries(KEYS, inner, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": _TYPES,
            "properties": st.one_of(subschemas, SCALARS),
            "items": st.one_of(inner, st.lists(inner, max_size=2)),
            "anyOf": st.one_of(st.lists(inner, max_size=3), SCALARS),
            "oneOf": st.lists(inner, max_size=2),
            "allOf": st.lists(inner, max_size=2),
            "additionalProperties": st.one_of(st.booleans(), inner),
            "required": st.one_of(st.lists(KEYS, max_size=2), SCALARS),
            "enum": st.one_of(st.lists(VALUES, max_size=4), SCALARS),
            "const": VALUES,
            "description": SCALARS,
            "$ref": st.sampled_from(["#/$defs/a", "#/$defs/b", "#/$defs/a~1b", "#", "x", 3]),
            "$defs": st.one_of(subschemas, SCALARS),
            "format": st.sampled_from(["date", "uri", "color", 3]),
            "minItems": st.sampled_from([0, 1, 2, -1, "1", True]),
            "title": TEXTS,
            "x-note": VALUES,
            "default": VALUES,
        },
    )


SCHEMAS = st.recursive(
    st.one_of(st.booleans(), _schemas(st.just({"type": "string"}))), _schemas, max_leaves=6
)
ROOTS = st.one_of(
    st.builds(
        lambda schema, more: {**(schema if isinstance(schema, dict) else {}), **more},
        SCHEMAS,
        st.just({"type": "object"}),
    ),
    st.builds(
        lambda properties: {"type": "object", "properties": properties, "additionalProperties": False},
        st.dictionaries(KEYS, SCHEMAS, max_size=4),
    ),
)

NAMES = st.one_of(
    st.sampled_from(["find_rack", "list_racks", "ping", "dc_find", "a", "a" * 48]),
    st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True),
)
DESCRIPTIONS = st.one_of(
    st.sampled_from(
        [
            "Finds a rack. Use list_racks first, or `ping` it (never ping).",
            "One sentence only",
            "Ask! Really? Yes. No. Perhaps.",
            "全部。次\uff01",
            "Ends in a quote.” Next one.",
            "e.g. this. And that.",
        ]
    ),
    TEXTS.filter(lambda text: bool(text.strip())),
)
TAGS = st.lists(st.sampled_from([*TOOL_TAGS, "network", "dc"]), max_size=3, unique=True)
META = st.dictionaries(KEYS, VALUES, max_size=2)
TOOLS = st.fixed_dictionaries(
    {
        "name": NAMES,
        "description": DESCRIPTIONS,
        "input_schema": ROOTS,
        "access": st.sampled_from(ACCESS_KINDS),
    },
    optional={
        "title": st.one_of(st.none(), st.sampled_from(["Find rack", "é", "a|b"])),
        "target": st.one_of(st.none(), st.sampled_from(["inventory", "a\nb"])),
        "output_schema": st.one_of(st.none(), ROOTS),
        "result_kind": st.sampled_from(RESULT_KINDS),
        "read_only_hint": st.booleans(),
        "destructive_hint": st.booleans(),
        "idempotent_hint": st.booleans(),
        "deprecated": st.booleans(),
        "meta": st.one_of(
            META, st.builds(lambda name: {"alias_of": name}, NAMES), st.just({"schema_escape": "raw"})
        ),
        "tags": TAGS,
    },
)
FAULTY_TOOLS = st.builds(
    lambda tool, field, value: {**tool, field: value},
    TOOLS,
    st.sampled_from(sorted(OCToolFields.__dataclass_fields__)),
    VALUES,
)
PROVIDERS = st.fixed_dictionaries(
    {"tools": st.lists(st.one_of(TOOLS, st.builds(dict, foreign=VALUES)), max_size=4)}
)
SOUND_PROVIDERS = st.fixed_dictionaries({"tools": st.lists(TOOLS, max_size=5)})

# --- envelopes -------------------------------------------------------------------------------------------

_CELL_TEXTS = st.sampled_from(
    [
        *(
            "2024-02-29T12:00:00Z",
            "2023-02-29T12:00:00Z",
            "2024-12-31t23:59:60.5+14:00",
            "2024-1-1T0:0:0Z",
            "2024-04-31T00:00:00z",
        ),
        *(
            "10.0.0.1",
            "010.0.0.1",
            "256.1.1.1",
            "::1",
            "fe80::1%eth0",
            "1:2:3:4:5:6:7::",
            "::ffff:1.2.3.4",
            "1::2::3",
            "::%",
        ),
        *(
            "10.0.0.1/8",
            "10.0.0.0/255.0.0.0",
            "10.0.0.0/0.0.0.255",
            "::/129",
            "10.0.0.2-10.0.0.1",
            "::1-::2",
            "fe80::1%a-fe80::2%b",
        ),
        *(
            "host.example",
            "host.example.",
            "-a.b",
            "a" * 64,
            "a_b",
            "00:1a:2b:3c:4d:5e",
            "00-1A-2b-3c-4d-5e-6f-70",
            "00:1a-2b:3c:4d:5e",
        ),
        *("0", "-1", "01", "12345678901234567890", "1e3", "n/a", "", "True"),
    ]
)
_NEAR_TEXTS = st.builds(
    lambda text, place, more: (
        text[: place % (len(text) + 1)] + more + text[place % (len(text) + 1) + (place % 2) :]
    ),
    _CELL_TEXTS,
    st.integers(0, 60),
    st.sampled_from(["", ":", ".", "-", "/", "0", "1", "f", "%", " ", "T", "Z", "é", "\n", "\u0661"]),
)
CELLS = st.one_of(st.none(), st.booleans(), SAFE, FLOATS, TEXTS, _CELL_TEXTS, _NEAR_TEXTS)
SOURCES = st.one_of(
    st.none(),
    st.dictionaries(
        st.sampled_from(["instance", "snapshot", "zone"]), st.one_of(TEXTS, st.none(), st.just(3)), max_size=2
    ),
    st.just(3),
)
TOTALS = st.one_of(
    st.none(), st.integers(-2, 12), st.sampled_from(["0", "7", "007", "-1", "9" * 40, "", 1.5, True, "1\n"])
)
_PAGING = {
    "total_count": TOTALS,
    "next_cursor": st.one_of(st.none(), TEXTS),
    "stop_reason": st.one_of(st.none(), st.just("record_limit")),
    "resumable": st.booleans(),
    "warnings": st.lists(TEXTS, max_size=2),
    "source": SOURCES,
}


@st.composite
def _tables(draw: st.DrawFn) -> dict[str, Any]:
    width = draw(st.integers(0, 4))
    per_column = lambda each: st.lists(each, min_size=width, max_size=width)  # noqa: E731
    rows = draw(st.lists(per_column(CELLS), max_size=4))
    more = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "column_kinds": per_column(st.sampled_from([*COLUMN_KINDS, *COLUMN_KINDS, "colour"])),
                "column_scales": per_column(st.sampled_from([None, None, *COLUMN_SCALES, "cubic"])),
                "column_descriptions": per_column(st.one_of(st.none(), TEXTS)),
                **_PAGING,
            },
        )
    )
    return {
        "columns": draw(per_column(TEXTS)),
        "rows": rows,
        "row_count": len(rows),
        "truncated": draw(st.booleans()),
        **more,
    }


_RECORD = st.fixed_dictionaries(
    {"host": TEXTS, "cores": SAFE}, optional={"note": st.one_of(st.none(), TEXTS), "extra": VALUES}
)


@st.composite
def _pages(draw: st.DrawFn) -> dict[str, Any]:
    records = draw(st.lists(_RECORD, max_size=4))
    more = draw(st.fixed_dictionaries({}, optional=_PAGING))
    return {"records": records, "count": len(records), "truncated": draw(st.booleans()), **more}


_REFERENCES = st.fixed_dictionaries(
    {"reference": TEXTS, "media_type": TEXTS, "bytes": st.integers(-1, MAX_SAFE_INTEGER)},
    optional={
        "width": st.one_of(st.none(), st.integers(-1, 9999)),
        "height": st.one_of(st.none(), st.integers(0, 9999)),
        "role": st.one_of(st.none(), TEXTS),
        "uri": st.one_of(st.none(), TEXTS),
        "sha": TEXTS,
    },
)
_FILES = st.fixed_dictionaries(
    {"artifact": _REFERENCES},
    optional={
        "artifacts": st.lists(_REFERENCES, max_size=2),
        "warnings": st.lists(TEXTS, max_size=2),
        "sensitivity": st.sampled_from(["inherits_input", "public"]),
        "source": SOURCES,
    },
)


def _with_a_fault(envelopes: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Leave most as they are; drop, replace or add a key in some."""

    def changed(envelope: dict[str, Any], change: int, key: str, value: Any) -> dict[str, Any]:
        names = list(envelope)
        name = names[change % len(names)]
        if change % 3 == 0:
            return {each: kept for each, kept in envelope.items() if each != name}
        return {**envelope, (name if change % 3 == 1 else key): value}

    faulty = st.builds(
        changed, envelopes, st.integers(0, 60), st.sampled_from(["extra", "é", "__proto__"]), VALUES
    )
    return st.one_of(envelopes, envelopes, envelopes, faulty)


TABLES = _with_a_fault(_tables())
PAGES = _with_a_fault(_pages())
FILES = _with_a_fault(_FILES)


def _spoilt(envelope: dict[str, Any], place: int, dropped: int, more: str, ascii_only: bool) -> str:
    text = json.dumps(envelope, ensure_ascii=ascii_only, indent=1 if place % 3 == 0 else None)
    start = place % (len(text) + 1)
    return text[:start] + more + text[start + dropped :]


BROKEN_TEXTS = st.builds(
    _spoilt,
    TABLES,
    st.integers(0, 5_000),
    st.integers(0, 2),
    st.sampled_from(
        [
            *(
                "",
                "",
                " ",
                "\n",
                ",",
                ":",
                "{",
                "}",
                "[",
                "]",
                '"',
                "\\",
                "\\u",
                "\\ud800",
                "\\udc00",
                "\x01",
                "\t",
            ),
            *(
                "-",
                "0",
                "01",
                ".",
                "e",
                "e+",
                "1.5e3",
                "NaN",
                "Infinity",
                "tru",
                "null",
                "x",
                "'",
                "/",
                "\ufeff",
            ),
            *("[" * 210, "9" * 4301, "é", "\ud800", "1e400"),
        ]
    ),
    st.booleans(),
)
