"""The envelope of a produced file, and the reference to one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationInfo, ValidatorFunctionWrapHandler, field_validator
from pydantic_core import InitErrorDetails

from octools.envelopes.closed import ClosedModel
from octools.envelopes.fallbacks import degrade
from octools.envelopes.hints import dropped_if_malformed
from octools.envelopes.problems import problem, quote
from octools.envelopes.reading import Reading, reading_of
from octools.envelopes.refinement import field_of
from octools.envelopes.source import SourceRef
from octools_contract import envelopes as contract

__all__ = ["ArtifactEnvelope", "ArtifactRef"]


class ArtifactRef(contract.ArtifactRef, ClosedModel):
    """One produced file, by the reference that the sink returned.

    `bytes`, `width` and `height` (pixels) are integers that are not negative; what is unset is left out of a
    dump.

    octools descriptor specification, "Result envelopes".
    """

    def _octools_problems(self, given: dict[str, Any], reading: Reading | None) -> Iterator[InitErrorDetails]:
        for field in contract.ArtifactRef.model_fields:
            value = getattr(self, field)
            if isinstance(value, int) and value < 0:
                yield problem("negative_number", (field,), value, field=field, value=quote(value))


class ArtifactEnvelope(contract.ArtifactEnvelope, ClosedModel):
    """The result of a tool that produces files: the file that was asked for, and further ones beside it.

    `artifacts`, `warnings` and `sensitivity` are always written, `source` only when set.

    octools descriptor specification, "Result envelopes".

    Raises:
        pydantic.ValidationError: A rule is broken; the error (a `ValueError`) lists the first ten problems.
    """

    artifact: ArtifactRef = field_of(contract.ArtifactEnvelope, "artifact")
    artifacts: list[ArtifactRef] = field_of(  # type: ignore[assignment]  # a narrower item
        contract.ArtifactEnvelope, "artifacts"
    )
    source: SourceRef | None = field_of(contract.ArtifactEnvelope, "source")

    @field_validator("sensitivity", mode="before")
    @classmethod
    def _octools_fallback(cls, value: Any, info: ValidationInfo) -> Any:
        return degrade(str(info.field_name), value) if reading_of(info.context) is not None else value

    @field_validator("source", mode="wrap")
    @classmethod
    def _octools_hint(cls, value: Any, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
        return dropped_if_malformed(value, handler, info)
