"""OpenAPI documents of a contract are printed complete in themselves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.codegen.conftest import Workspace

BASE = "https://parcels.invalid/schemas/1/"
PAGE = "envelopes/parcel-page.json"
OWN = {"description": "What only the document needs.", "type": "object"}


def test_references_become_components_beside_those_of_the_document(parcels: Workspace) -> None:
    references = [PAGE, f"{PAGE}#", BASE + PAGE, "vocabularies/parcel-state.json", "#/components/schemas/Own"]
    paths = {
        f"/{index}": {"get": {"responses": {"200": {"description": "D.", "schema": {"$ref": reference}}}}}
        for index, reference in enumerate(references)
    }
    document = {"openapi": "3.1.0", "paths": paths, "components": {"schemas": {"Own": OWN}}}
    (parcels.contract / "reads.json").write_text(json.dumps(document), "utf-8")
    row = {"template": "verbatim", "data": "openapi", "target": "{name}.json"}
    parcels.edit("contract.json", lambda data: {**data, "outputs": [*data["outputs"], row]})
    parcels.generate()
    printed: Any = json.loads((parcels.output / "reads.json").read_text("utf-8"))
    schemas = [path["get"]["responses"]["200"]["schema"] for path in printed["paths"].values()]
    component = {"$ref": "#/components/schemas/ParcelPage"}
    states = {"type": "string", "enum": ["booked", "moving", "delivered"]}
    assert schemas == [component, component, component, states, {"$ref": "#/components/schemas/Own"}]
    assert list(printed["components"]["schemas"]) == ["Own", "Parcel", "ParcelPage"]
    assert printed["components"]["schemas"]["Own"] == OWN
