"""Envelopes that a consumer derives: fields with a prefix, and fields of older releases kept."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import pytest
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    computed_field,
    field_validator,
    model_validator,
)

from octools import (
    ArtifactEnvelope,
    ArtifactRef,
    RecordsEnvelope,
    TabularEnvelope,
    input_schema_for,
    output_schema_for,
    read_envelope,
    strict_clean,
    tabular_schema,
)

BARE: dict[str, Any] = {"columns": ["a"], "rows": [[1]], "row_count": 1, "truncated": False}


class Berth(BaseModel):
    name: str
    depth: float


class Priced(TabularEnvelope):
    """A table with a price."""

    dock_price: int = Field(default=0, description="What the read cost.")


class Always(TabularEnvelope):
    @computed_field
    @property
    def resumable(self) -> bool:
        """Whether to go on."""
        return self.next_cursor is not None


class Older(RecordsEnvelope[Berth]):
    stop_reason: str | None = None
    warnings: list[str] = []  # noqa: RUF012 - pydantic copies it


class Signed(ArtifactRef):
    dock_signature: str


class SignedEnvelope(ArtifactEnvelope):
    artifact: Signed


Thing = TypeVar("Thing")


class Sorted(RecordsEnvelope[Thing], Generic[Thing]):
    dock_key: str | None = None


def test_a_field_of_its_own_is_read_written_and_kept() -> None:
    made = Priced.model_validate({**BARE, "dock_price": 3})
    assert made.model_dump() == {**BARE, "dock_price": 3}
    assert Priced.model_validate_json(made.model_dump_json()) == made
    assert read_envelope(Priced, {**BARE, "dock_price": 4, "new": 1}).dock_price == 4
    assert read_envelope(Priced, made.model_dump_json()) == made
    with pytest.raises(ValidationError) as caught:
        Priced.model_validate({**BARE, "price": 3})
    assert caught.value.errors()[0]["loc"] == ("price",)


@pytest.mark.parametrize(("cursor", "truncated"), [(None, False), (None, True), ("c", True)])
def test_its_own_resumable_is_always_written(cursor: str | None, truncated: bool) -> None:
    made = Always.model_validate({**BARE, "truncated": truncated, "next_cursor": cursor})
    dumped = made.model_dump()
    assert dumped["resumable"] is (cursor is not None)
    assert list(dumped).count("resumable") == 1
    assert made.model_dump_json().count("resumable") == 1
    assert Always.model_validate(dumped) == made
    assert read_envelope(Always, made.model_dump_json()) == made
    assert TabularEnvelope.model_validate(dumped).model_dump().get("resumable") is (
        (cursor is not None) if truncated else None
    )
    with pytest.raises(ValidationError, match="next_cursor says otherwise"):
        Always.model_validate({**dumped, "resumable": not dumped["resumable"]})


def test_its_own_resumable_is_required_in_the_output_schema_and_optional_in_the_input_schema() -> None:
    output, given = output_schema_for(Always), input_schema_for(Always)
    assert output["required"] == [*tabular_schema()["required"], "resumable"]
    assert output["properties"]["resumable"]["type"] == "boolean"
    assert given["required"] == tabular_schema()["required"]
    assert given["properties"]["resumable"]["type"] == "boolean"
    assert strict_clean(given) == []

    class Arguments(BaseModel):
        data: Always

    nested = input_schema_for(Arguments)
    assert "resumable" not in nested["$defs"]["Always"]["required"]
    assert strict_clean(nested) == []


def test_fields_of_an_older_release_keep_the_shape_that_they_had() -> None:
    made = Older.model_validate({"records": [], "count": 0, "truncated": True})
    assert made.model_dump() == {
        "records": [],
        "count": 0,
        "truncated": True,
        "stop_reason": None,
        "warnings": [],
        "resumable": False,
    }
    assert Older.model_validate(made.model_dump()) == made
    with pytest.raises(ValidationError) as caught:
        Older.model_validate({"records": [], "count": 0, "truncated": False, "stop_reason": "x"})
    assert caught.value.errors()[0]["type"] == "stop_reason_when_complete"
    assert output_schema_for(Older)["properties"]["stop_reason"] == {
        "anyOf": [{"type": "string"}, {"type": "null"}],
        "default": None,
    }


def test_a_derived_artifact_keeps_its_fields_and_its_rules() -> None:
    given = {"artifact": {"reference": "r", "media_type": "m", "bytes": 1, "dock_signature": "s"}}
    made = SignedEnvelope.model_validate(given)
    assert type(made.artifact) is Signed
    assert SignedEnvelope.model_validate(made.model_dump()) == made
    odd = {"artifact": {**given["artifact"], "new": 1}}
    assert read_envelope(SignedEnvelope, odd) == made
    with pytest.raises(ValidationError) as caught:
        SignedEnvelope.model_validate(odd)
    assert caught.value.errors()[0]["loc"] == ("artifact", "new")
    schema = output_schema_for(SignedEnvelope)
    assert schema["properties"]["artifact"]["$ref"] == "#/$defs/Signed"
    assert schema["$defs"]["Signed"]["required"] == ["reference", "media_type", "bytes", "dock_signature"]
    assert schema["$defs"]["Signed"]["additionalProperties"] is False


def test_a_generic_subclass_stays_generic() -> None:
    made = Sorted[Berth](records=[Berth(name="x", depth=2)], count=1, truncated=False, dock_key="name")
    assert made.records[0].depth == 2.0
    assert Sorted[Berth].model_validate(made.model_dump()) == made
    schema = output_schema_for(Sorted[Berth])
    assert schema["properties"]["records"]["items"] == {"$ref": "#/$defs/Berth"}
    assert list(schema["properties"])[-1] == "dock_key"


def test_a_subclass_schema_is_the_contracts_with_its_own_fields() -> None:
    schema, canonical = output_schema_for(Priced), tabular_schema()
    assert schema["description"] == "A table with a price."
    assert {name: schema["properties"][name] for name in canonical["properties"]} == canonical["properties"]
    assert schema["properties"]["dock_price"] == {
        "default": 0,
        "description": "What the read cost.",
        "type": "integer",
    }
    assert schema["additionalProperties"] is False
    assert schema["$defs"] == canonical["$defs"]
    assert output_schema_for(Older)["description"].startswith("A list of records")


@pytest.mark.parametrize("defer", [True, False])
@pytest.mark.parametrize("extra", ["forbid", "allow"])
def test_a_subclass_stays_closed_whatever_its_configuration(extra: Any, defer: bool) -> None:
    class Strict(TabularEnvelope):
        model_config = ConfigDict(extra=extra, defer_build=defer)

    made = Strict.model_validate({**BARE, "truncated": True, "resumable": False})
    assert made.model_dump() == {**BARE, "truncated": True, "resumable": False}
    with pytest.raises(ValidationError):
        Strict.model_validate({**BARE, "spare": 1})


def test_a_subclass_may_ignore_unknown_keys_and_still_checks_resumable() -> None:
    class Loose(TabularEnvelope):
        model_config = ConfigDict(extra="ignore")

    class Looser(Loose):
        pass

    for model in (Loose, Looser):
        assert model.model_validate({**BARE, "spare": 1}).model_dump() == BARE
        with pytest.raises(ValidationError):
            model.model_validate({**BARE, "resumable": True})
    with pytest.raises(ValidationError):
        TabularEnvelope.model_validate({**BARE, "spare": 1})


def test_validators_of_a_subclass_run_too() -> None:
    class Loud(TabularEnvelope):
        @field_validator("columns", mode="after")
        @classmethod
        def _upper(cls, value: list[str]) -> list[str]:
            return [name.upper() for name in value]

        @model_validator(mode="after")
        def _one(self) -> Loud:
            if self.row_count > 1:
                raise ValueError("one row at most")
            return self

    assert Loud.model_validate(BARE).columns == ["A"]
    with pytest.raises(ValidationError, match="one row at most"):
        Loud.model_validate({**BARE, "rows": [[1], [2]], "row_count": 2})


def test_assignments_may_be_validated() -> None:
    class Guarded(RecordsEnvelope[Berth]):
        model_config = ConfigDict(validate_assignment=True)

    made = Guarded(records=[], count=0, truncated=True)
    made.next_cursor = "c"
    assert made.model_dump()["resumable"] is True
    with pytest.raises(ValidationError):
        made.truncated = False
    with pytest.raises(ValidationError):
        made.next_cursor = 5  # type: ignore[assignment]


def test_a_subclass_may_have_private_state_and_plain_methods() -> None:
    class Counting(TabularEnvelope):
        _reads: int = 0

        def read(self) -> int:
            self._reads += 1
            return self._reads

    made = Counting.model_validate(BARE)
    assert (made.read(), made.read()) == (1, 2)
    assert made.model_dump() == BARE


def test_a_frozen_subclass_refuses_changes_and_keeps_its_dump() -> None:
    class Frozen(TabularEnvelope):
        model_config = ConfigDict(frozen=True)

    made = Frozen.model_validate({**BARE, "truncated": True})
    with pytest.raises(ValidationError):
        made.next_cursor = "c"  # type: ignore[misc]
    assert made.model_dump()["resumable"] is False


def test_records_may_be_declared_without_a_model() -> None:
    class Loose(RecordsEnvelope[Any]):
        records: list = Field(default_factory=list)  # type: ignore[type-arg]

    assert Loose(records=[{"a": 1}], count=1, truncated=False).model_dump()["records"] == [{"a": 1}]
    with pytest.raises(ValidationError, match="expected an object"):
        Loose(records=[1], count=1, truncated=False)
