"""One new value in one schema file reaches every output, and taking it back restores every byte."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.codegen.conftest import Workspace

FILE = "vocabularies/column-kind.json"
VALUE, DESCRIPTION = "ratio", "A number between 0 and 1."


def _with_value(schema: dict[str, Any]) -> dict[str, Any]:
    schema["enum"].append(VALUE)
    schema["x-enum-descriptions"][VALUE] = DESCRIPTION
    schema["x-json-types"][VALUE] = "number"
    return schema


def test_a_new_value_reaches_every_output(own_contract: Workspace) -> None:
    own_contract.generate()
    before = own_contract.texts()
    source = (own_contract.contract / FILE).read_bytes()
    own_contract.edit(FILE, _with_value)
    own_contract.generate()
    after = {path: data.decode() for path, data in own_contract.texts().items()}

    assert after.keys() == before.keys()
    python = after["python/octools_contract/vocabularies.py"]
    literal = python.partition("ColumnKind = Literal[")[2].partition("]")[0]
    values = python.partition("COLUMN_KINDS: Final[tuple[ColumnKind, ...]] = (")[2].partition(")")[0]
    assert f'"{VALUE}"' in literal
    assert f'"{VALUE}"' in values
    typescript = after["typescript/vocabularies.ts"]
    assert f'"{VALUE}"' in typescript.partition("COLUMN_KINDS")[2].partition("]")[0]
    assert any(
        f"`{VALUE}`" in line and DESCRIPTION in line for line in after["docs/vocabularies.md"].splitlines()
    )
    data = json.loads(after[f"python/octools_contract/data/{FILE}"])
    assert data["enum"][-1] == VALUE
    assert f'"{VALUE}"' in after["python/octools_contract/bundles.py"]

    (own_contract.contract / FILE).write_bytes(source)
    own_contract.generate()
    assert own_contract.texts() == before
