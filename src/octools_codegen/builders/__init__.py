"""The data builders: what a manifest row may name under `data`.

A row is `{"template", "data", "target"}`. `data` is a builder's name, with an argument after a colon where
the builder takes one (`models:envelopes`). The builder gives one or more pages; the template prints each into
the target, in which `{name}` stands for the page's name. The template `verbatim` writes the page's `text`
unchanged.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from octools_codegen.builders.contents import CONTENT_BUILDERS
from octools_codegen.builders.docs import DOCS_BUILDERS
from octools_codegen.builders.openapi import OPENAPI_BUILDERS
from octools_codegen.builders.pages import Builder, Page
from octools_codegen.builders.python import PYTHON_BUILDERS
from octools_codegen.builders.typescript import TYPESCRIPT_BUILDERS

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["BUILDERS", "Builder", "Page"]

BUILDERS: Mapping[str, Builder] = MappingProxyType(
    {**CONTENT_BUILDERS, **PYTHON_BUILDERS, **TYPESCRIPT_BUILDERS, **DOCS_BUILDERS, **OPENAPI_BUILDERS}
)
