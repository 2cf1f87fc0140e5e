"""Tables from models: kinds by type, cells by value, and the same cells whichever way they are dumped."""

from __future__ import annotations

import datetime as dt
import enum
import ipaddress
import json
import math
import uuid
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, NewType, Optional, TypeVar, Union

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    IPvAnyAddress,
    IPvAnyInterface,
    IPvAnyNetwork,
    PlainSerializer,
    PositiveInt,
    RootModel,
    StrictBool,
    ValidationError,
    computed_field,
    create_model,
    field_serializer,
    model_serializer,
)

from octools import OCToolError, SourceRef, TabularEnvelope, tabular_from_models, validate_tabular
from octools.model_columns import dumped_columns

Thing = TypeVar("Thing")
Bounded = TypeVar("Bounded", bound=int)
Meters = NewType("Meters", float)


class Grade(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Share(enum.Enum):
    HALF = 0.5
    WHOLE = 1


class Mixed(enum.Enum):
    ONE = 1
    NAME = "name"


class Colour(str, enum.Enum):  # noqa: UP042 - the older spelling counts too
    RED = "red"


class Inner(BaseModel):
    x: int


KINDS: list[tuple[Any, str]] = [
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "text"),
    (StrictBool, "boolean"),
    (PositiveInt, "integer"),
    (Optional[int], "integer"),  # noqa: UP045 - the older spelling counts too
    (float | None, "number"),
    (Annotated[int, Field(ge=1)], "integer"),
    (Annotated[Optional[Annotated[float, Field(gt=0)]], Field()], "number"),  # noqa: UP045
    (Union[int, float], "number"),  # noqa: UP007
    (int | float | None, "number"),
    (int | bool, "text"),
    (int | str, "text"),
    (None, "text"),
    (Literal[1, 2], "integer"),
    (Literal[1, None], "integer"),
    (Literal["a", "b"], "text"),
    (Literal[True], "boolean"),
    (Literal[1, "a"], "text"),
    (Literal[Grade.LOW], "integer"),
    (Grade, "integer"),
    (Grade | None, "integer"),
    (Share, "number"),
    (Mixed, "text"),
    (Colour, "text"),
    (Grade | float, "number"),
    (AwareDatetime, "timestamp"),
    (AwareDatetime | None, "timestamp"),
    (dt.datetime, "text"),
    (dt.date, "text"),
    (AwareDatetime | dt.date, "text"),
    (IPvAnyAddress, "ip"),
    (ipaddress.IPv4Address, "ip"),
    (ipaddress.IPv4Address | ipaddress.IPv6Address, "ip"),
    (IPvAnyNetwork, "ip_block"),
    (IPvAnyInterface, "ip_block"),
    (ipaddress.IPv6Network, "ip_block"),
    (ipaddress.IPv4Interface | ipaddress.IPv4Network, "ip_block"),
    (ipaddress.IPv4Address | ipaddress.IPv4Network, "text"),
    (list[int], "text"),
    (dict[str, int], "text"),
    (tuple[int, int], "text"),
    (Inner, "text"),
    (Inner | None, "text"),
    (uuid.UUID, "text"),
    (Decimal, "text"),
    (bytes, "text"),
    (Any, "text"),
    (Meters, "number"),
]


@pytest.mark.parametrize(("annotation", "kind"), KINDS, ids=[str(each) for each, _ in KINDS])
def test_the_kind_comes_from_the_type(annotation: Any, kind: str) -> None:
    model = create_model("Made", field=(annotation, ...))
    assert tabular_from_models(model, []).column_kinds == [kind]


def test_type_parameters_and_aliases_are_seen_through() -> None:
    class Box(BaseModel, Generic[Thing]):
        content: Thing

    class Bound(BaseModel, Generic[Bounded]):
        content: Bounded

    from typing_extensions import TypeAliasType

    Alias = TypeAliasType("Alias", Annotated[int, Field(ge=0)])  # noqa: N806

    class Aliased(BaseModel):
        content: Alias | None  # type: ignore[valid-type]

    assert tabular_from_models(Box[int], []).column_kinds == ["integer"]
    assert tabular_from_models(Box, []).column_kinds == ["text"]
    assert tabular_from_models(Bound, []).column_kinds == ["integer"]
    assert tabular_from_models(Aliased, []).column_kinds == ["integer"]


class Ship(BaseModel):
    name: str = Field(description="Its name.")
    crew: int | None = None
    draught: float = 0.0
    afloat: bool = True
    address: IPvAnyAddress | None = None
    seen: AwareDatetime | None = None
    tags: list[str] = []
    port: Inner | None = None
    number: int = 0


SHIPS = [
    Ship(
        name="Ida", crew=3, draught=1.5, address="192.0.2.1", tags=["old", "é"], port=Inner(x=1), number=2**60
    ),
    Ship(name="Nix", draught=math.inf, afloat=False, address="2001:db8::1", seen="2031-05-04T12:00:00+02:00"),
    Ship(name="", draught=math.nan, crew=0),
]


def test_cells_are_the_dumped_values() -> None:
    made = tabular_from_models(Ship, SHIPS, column_kinds={"number": "big_integer"})
    assert made.columns == list(Ship.model_fields)
    assert made.column_kinds == [
        *["text", "integer", "number", "boolean", "ip", "timestamp", "text", "text", "big_integer"],
    ]
    assert made.column_descriptions == ["Its name.", *[None] * 8]
    assert made.rows == [
        ["Ida", 3, 1.5, True, "192.0.2.1", None, '["old","é"]', '{"x":1}', str(2**60)],
        ["Nix", None, None, False, "2001:db8::1", "2031-05-04T12:00:00+02:00", "[]", None, 0],
        ["", 0, None, True, None, None, "[]", None, 0],
    ]
    assert (made.row_count, made.truncated) == (3, False)
    assert validate_tabular(made) == []
    assert TabularEnvelope.model_validate(made.model_dump()) == made


def test_an_integer_beyond_the_safe_range_needs_the_override() -> None:
    made = tabular_from_models(Ship, SHIPS)
    [found] = validate_tabular(made)
    assert found.path == "/rows/0/8"
    for value, cell in (
        (2**53 - 1, 2**53 - 1),
        (2**53, str(2**53)),
        (1 - 2**53, 1 - 2**53),
        (-(2**53), str(-(2**53))),
        (10**5000, "1" + "0" * 5000),
    ):
        one = tabular_from_models(
            Ship, [Ship.model_construct(name="x", number=value)], column_kinds={"number": "big_integer"}
        )
        assert one.rows[0][-1] == cell


def test_items_are_instances_or_mappings_and_read_once() -> None:
    given = iter([{"x": 1}, Inner(x=2)])
    assert tabular_from_models(Inner, given).rows == [[1], [2]]
    assert next(given, None) is None
    with pytest.raises(ValidationError) as caught:
        tabular_from_models(Inner, [{"x": "no"}])
    assert caught.value.errors()[0]["loc"] == ("x",)


@pytest.mark.parametrize("item", [1, None, "x", [1], (1,), object(), Ship(name="x")])
def test_another_item_is_refused(item: Any) -> None:
    with pytest.raises(OCToolError) as caught:
        tabular_from_models(Inner, [Inner(x=1), item])
    assert caught.value.rule == "not_object_model"
    assert "item 1 is" in str(caught.value)


def test_a_kind_for_no_column_is_refused() -> None:
    with pytest.raises(OCToolError) as caught:
        tabular_from_models(Inner, [], column_kinds={"y": "ip"})
    assert caught.value.rule == "column_unknown"
    assert "'y'" in str(caught.value)
    with pytest.raises(ValidationError):
        tabular_from_models(Inner, [], column_kinds={"x": "colour"})  # type: ignore[dict-item]
    with pytest.raises(ValidationError):
        tabular_from_models(Inner, [], column_kinds={"x": ["ip"]})  # type: ignore[dict-item]
    wide = create_model("Wide", **{f"field_{index}": (int, 0) for index in range(2000)})  # type: ignore[call-overload]
    with pytest.raises(OCToolError) as caught:
        tabular_from_models(wide, [], column_kinds={"y" * 10_000: "ip"})
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("model", [dict, int, None, RootModel[int], RootModel, "Ship", Inner(x=1)])
def test_a_model_without_fields_of_its_own_is_refused(model: Any) -> None:
    with pytest.raises(TypeError, match="no model with fields of its own"):
        tabular_from_models(model, [])


def test_an_empty_model_gives_empty_rows() -> None:
    class Nothing(BaseModel):
        pass

    made = tabular_from_models(Nothing, [Nothing(), Nothing()])
    assert (made.columns, made.rows, made.row_count) == ([], [[], []], 2)


def test_paging_fields_go_through_the_envelopes_checks() -> None:
    made = tabular_from_models(
        Inner,
        [Inner(x=1)],
        truncated=True,
        total_count=2**60,
        next_cursor="c",
        stop_reason="record_limit",
        warnings=["slow"],
        source={"instance": "i"},
    )
    assert made.model_dump() == {
        "columns": ["x"],
        "rows": [[1]],
        "row_count": 1,
        "truncated": True,
        "column_kinds": ["integer"],
        "total_count": str(2**60),
        "next_cursor": "c",
        "stop_reason": "record_limit",
        "warnings": ["slow"],
        "source": {"instance": "i"},
        "resumable": True,
    }
    assert tabular_from_models(Inner, [], source=SourceRef(snapshot="s")).source == SourceRef(snapshot="s")
    for wrong in ({"next_cursor": "c"}, {"stop_reason": "x"}, {"total_count": 0}, {"source": {"rack": 1}}):
        with pytest.raises(ValidationError):
            tabular_from_models(Inner, [Inner(x=1)], **wrong)  # type: ignore[arg-type]


def test_fields_that_share_a_name_or_have_an_empty_one_keep_their_own_values() -> None:
    class Shared(BaseModel):
        model_config = ConfigDict(serialize_by_alias=True)

        plain: int = Field(1, serialization_alias="x")
        first: list[int] = Field([2], serialization_alias="x")
        second: list[int] = Field([3], serialization_alias="x")
        nameless: list[int] = Field([4], serialization_alias="")
        other: list[int] = [5]

    table = tabular_from_models(Shared, [{}])
    assert table.columns == ["x", "x", "x", "", "other"]
    assert table.rows == [[1, "[2]", "[3]", "[4]", "[5]"]]
    chosen = tabular_from_models(Shared, [{}], column_kinds={"x": "text", "": "fqdn"})
    assert chosen.column_kinds == ["text", "text", "text", "fqdn", "text"]
    assert chosen.rows == [["1", "[2]", "[3]", "[4]", "[5]"]]


def test_names_are_those_that_the_model_serialises_to() -> None:
    class Aliased(BaseModel):
        model_config = ConfigDict(serialize_by_alias=True, populate_by_name=True)

        first: int = Field(alias="oneName")
        second: int = Field(2, serialization_alias="two")
        third: list[int] = Field([], alias="threeNames")

    made = tabular_from_models(Aliased, [Aliased(first=1, third=[3])], column_kinds={"two": "text"})
    assert made.columns == ["oneName", "two", "threeNames"]
    assert made.rows == [[1, "2", "[3]"]]

    class Plain(BaseModel):
        first: int = Field(alias="oneName")

    assert tabular_from_models(Plain, [{"oneName": 1}]).columns == ["first"]


def test_what_a_dump_changes_or_leaves_out_shows_in_the_cells() -> None:
    class Odd(BaseModel):
        hidden: str = Field("x", exclude=True)
        sometimes: int = Field(1, exclude_if=lambda value: value == 1)
        shouted: str = "a"
        cut: Annotated[float, PlainSerializer(lambda value: f"{value:.1f}")] = 0.25
        inside: Annotated[str, PlainSerializer(str.upper)] | None = "b"
        plain: int = 5

        @computed_field
        @property
        def extra(self) -> int:
            return 1

        @field_serializer("shouted")
        def _shout(self, value: str) -> str:
            return value.upper()

    made = tabular_from_models(Odd, [Odd(), Odd(sometimes=2, inside=None)])
    assert made.columns == ["hidden", "sometimes", "shouted", "cut", "inside", "plain"]
    assert made.rows == [[None, None, "A", "0.2", "B", 5], [None, 2, "A", "0.2", None, 5]]


def test_a_model_that_writes_itself_is_dumped_whole() -> None:
    class Whole(BaseModel):
        a: int
        b: int = 0

        @model_serializer
        def _write(self) -> dict[str, Any]:
            return {"a": self.a + 1, "c": 3}

    assert tabular_from_models(Whole, [Whole(a=1)]).rows == [[2, None]]

    class Flat(BaseModel):
        a: int

        @model_serializer
        def _write(self) -> int:
            return self.a

    assert tabular_from_models(Flat, [Flat(a=1)]).rows == [[None]]


def test_values_in_text_columns_become_json_and_strings_stay() -> None:
    class Loose(BaseModel):
        value: Any

    values = ["s", 1, 1.5, True, None, math.nan, [math.inf, {"é": None}], {"b": [1]}, 2**60, Decimal("1.50")]
    made = tabular_from_models(Loose, [Loose(value=value) for value in values])
    assert [row[0] for row in made.rows] == [
        *["s", "1", "1.5", "true", None, None, '[null,{"é":null}]', '{"b":[1]}', str(2**60), "1.50"],
    ]
    overridden = tabular_from_models(
        Loose, [Loose(value=value) for value in values], column_kinds={"value": "number"}
    )
    assert [row[0] for row in overridden.rows][:4] == ["s", 1, 1.5, True]
    assert overridden.rows[6] == ['[null,{"é":null}]']


def test_lone_surrogates_in_json_are_escaped() -> None:
    class Loose(BaseModel):
        value: Any

    values = [{"a": "\udc00"}, ["\ud800é", math.inf, 2**70], {"é": "🙂"}, "\ud800"]
    made = tabular_from_models(Loose, [Loose(value=value) for value in values])
    assert [row[0] for row in made.rows] == [
        '{"a":"\\udc00"}',
        '["\\ud800é",null,1180591620717411303424]',
        '{"é":"🙂"}',
        "\ud800",
    ]


def test_instances_made_without_validation_have_null_cells_where_they_lack_a_value() -> None:
    bare = Ship.model_construct(name="x")
    object.__delattr__(bare, "crew")
    made = tabular_from_models(Ship, [SHIPS[0], bare])
    assert made.rows[1][:2] == ["x", None]


def test_an_instance_of_a_derived_class_is_an_item() -> None:
    class Tug(Ship):
        pull: int = 7

    assert tabular_from_models(Ship, [Tug(name="t")]).rows == [
        ["t", None, 0.0, True, None, None, "[]", None, 0]
    ]


def test_enumerations_and_scalars_of_derived_classes_become_plain() -> None:
    class Graded(BaseModel):
        grade: Grade
        colour: Colour
        share: Share
        kept: Annotated[Grade, Field()] = Grade.LOW

    made = tabular_from_models(Graded, [Graded(grade=Grade.HIGH, colour=Colour.RED, share=Share.HALF)])
    assert made.rows == [[2, "red", 0.5, 1]]
    assert [type(cell) for cell in made.rows[0]] == [int, str, float, int]

    class Loose(BaseModel):
        number: int
        name: str

    odd = Loose.model_construct(number=Grade.HIGH, name=Colour.RED)
    [row] = tabular_from_models(Loose, [odd]).rows
    assert (row, [type(cell) for cell in row]) == ([2, "red"], [int, str])


class Column(BaseModel):
    name: str
    number: int | None
    ratio: float
    flag: bool
    address: ipaddress.IPv4Address | ipaddress.IPv6Address | None
    network: ipaddress.IPv4Network | ipaddress.IPv6Network
    days: list[dt.date]
    pair: tuple[int, str]


columns = st.builds(
    Column,
    ratio=st.floats(),
    number=st.none() | st.integers(),
    days=st.lists(st.dates(), max_size=2),
    network=st.ip_addresses().map(ipaddress.ip_network),
)


@settings(max_examples=50)
@given(st.lists(columns, max_size=4))
def test_columns_taken_straight_are_those_of_a_dump(items: list[Column]) -> None:
    straight = dumped_columns(Column, items)
    dumps = [item.model_dump(mode="json") for item in items]
    for name, column in straight.items():
        for value, dumped in zip(column, [dump[name] for dump in dumps], strict=True):
            assert type(value) is type(dumped)
            assert repr(value) == repr(dumped)
    made = tabular_from_models(Column, items, column_kinds={"number": "big_integer"})
    assert validate_tabular(made) == []
    assert json.loads(made.model_dump_json())["row_count"] == len(items)
