"""Making and reading envelopes."""

from __future__ import annotations

import base64
from typing import Any

from pydantic import BaseModel, ConfigDict

import octools
from tests.operations.inputs import Json, Operation, findings


class HostItem(BaseModel):
    """A record of a small closed shape; unknown keys are its own business, and ignored."""

    model_config = ConfigDict(strict=True)

    host: str
    cores: int
    note: str | None = None


class OpenItem(BaseModel):
    """Any object."""

    model_config = ConfigDict(extra="allow")


_ITEMS: dict[str, type[BaseModel]] = {
    "HostItem": HostItem,
    "OpenItem": OpenItem,
    "ArtifactRef": octools.ArtifactRef,
    "TabularEnvelope": octools.TabularEnvelope,
}


def _model(given: Json) -> Any:
    """Return the model that a case names; by default records of hosts."""
    models = {"TabularEnvelope": octools.TabularEnvelope, "ArtifactEnvelope": octools.ArtifactEnvelope}
    name = given.get("model", "RecordsEnvelope")
    if name == "RecordsEnvelope":
        return octools.RecordsEnvelope[_ITEMS[given.get("item", "HostItem")]]  # type: ignore[misc]
    return models.get(name) or _ITEMS[name]


def _data(given: Json) -> Any:
    """Return what a case gives to read: a value, a text, or bytes."""
    if "text" in given:
        return given["text"]
    return base64.b64decode(given["base64"]) if "base64" in given else given["data"]


def _dumped(made: BaseModel) -> Any:
    return made.model_dump(mode="json")


OPERATIONS: dict[str, Operation] = {
    "records_envelope": lambda given: _dumped(
        _model({**given, "model": "RecordsEnvelope"}).model_validate(given["data"])
    ),
    "tabular_envelope": lambda given: _dumped(octools.TabularEnvelope.model_validate(given["data"])),
    "artifact_envelope": lambda given: _dumped(octools.ArtifactEnvelope.model_validate(given["data"])),
    "read_envelope": lambda given: _dumped(octools.read_envelope(_model(given), _data(given))),
    "artifact_ref": lambda given: _dumped(octools.ArtifactRef.model_validate(given["data"])),
    "source_ref": lambda given: _dumped(octools.SourceRef.model_validate(given["data"])),
    "tabular_schema": lambda given: octools.tabular_schema(),
    "artifact_schema": lambda given: octools.artifact_schema(),
    "validate_tabular": lambda given: findings(
        octools.validate_tabular(octools.TabularEnvelope.model_validate(given["data"]))
    ),
}
