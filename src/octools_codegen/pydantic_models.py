"""The pydantic models of one group, made by datamodel-code-generator with our class template.

The model generator decides the classes, their order and their references. Field annotations come from the
typed picture of the contract, since the generator has no word for an exact integer, for a field that may be
absent but not null, or for one that a dump leaves out.
"""

from __future__ import annotations

import json
import warnings
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from octools_codegen.mentions import class_aliases, mentioned
from octools_codegen.model import (
    AnyType,
    Contract,
    ListType,
    MapType,
    Model,
    ParameterType,
    ReferenceType,
    TypeExpr,
    UnionType,
)
from octools_codegen.problems import CodegenError
from octools_codegen.pydantic_text import BASE_NAMES, field_annotation, field_default, model_type
from octools_codegen.python_text import docstring

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["MissingModuleError", "model_classes", "module_of"]

TYPING_NAMES = ("typing.Annotated", "typing.Any", "typing.Literal", "pydantic.ConfigDict", "pydantic.Field")


class MissingModuleError(CodegenError, LookupError):
    """The manifest prints no module that another module imports."""

    def __init__(self, data: str) -> None:
        super().__init__(
            f"No row of the manifest prints {data!r} into a Python module; add one to contract.json."
        )


def module_of(contract: Contract, data: str) -> str:
    """The Python module that the manifest prints a builder's data into.

    Raises:
        MissingModuleError: no row prints it.
    """
    for row in contract.manifest.outputs:
        if row.data == data and row.target.endswith(".py"):
            inside = row.target.rpartition(f"{contract.manifest.package}/")[2]
            return f"{contract.manifest.package}.{inside.removesuffix('.py').replace('/', '.')}"
    raise MissingModuleError(data)


def model_classes(contract: Contract, group: str, templates: Path) -> str:
    """The imports and classes of a group's models as unformatted text.

    Raises:
        CodegenError: the model generator refuses the schemas.
    """
    from datamodel_code_generator import GenerateConfig, InputFileType, generate
    from datamodel_code_generator.enums import DataModelType, TargetPydanticVersion, VersionMode
    from datamodel_code_generator.format import PythonVersion
    from datamodel_code_generator.parser import LiteralType

    models = contract.group(group)
    package = contract.manifest.package
    types = [type_ for model in models for type_ in _types(model)]
    own = class_aliases(contract)
    types += [alias.type for alias in contract.aliases if alias.group == group and alias.name in own]
    names = {name for type_ in types for name in mentioned(type_)}
    modules = {name: _home(contract, name, group) for name in sorted(names)}
    mapping = {f"{module}.json": module for module in modules.values() if module}
    imports = [f"{package}.base.{name}" for name in BASE_NAMES]
    imports += [f"{module}.{name}" for name, module in modules.items() if module]
    parameters = sorted({model.generic.parameter for model in models if model.generic})
    imports += [f"{module_of(contract, 'aliases')}.{name}" for name in parameters]
    imports += [*TYPING_NAMES, *(["typing.Generic"] if parameters else [])]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {model.name: _outline(model, modules) for model in models},
    }
    data = {model.name: {"model": _class(model)} for model in models}
    config = GenerateConfig(
        input_file_type=InputFileType.JsonSchema,
        input_filename=f"{group}.json",
        schema_version="2020-12",
        schema_version_mode=VersionMode.Strict,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        target_pydantic_version=TargetPydanticVersion.V2_12,
        custom_template_dir=templates,
        base_class=f"{package}.base.ContractModel",
        additional_imports=imports,
        external_ref_mapping=mapping,
        extra_template_data=defaultdict(dict, data),
        enum_field_as_literal=LiteralType.All,
        use_type_alias=True,
        use_annotated=True,
        use_title_as_name=True,
        use_double_quotes=True,
        strict_nullable=True,
        strict_refs=True,
        allow_remote_refs=False,
        disable_timestamp=True,
        skip_root_model=True,
        custom_file_header="#",
        formatters=[],
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            text = generate(json.dumps(schema), config=config)
    except (Warning, Exception) as error:
        raise CodegenError(f"The model generator refuses the models of {group!r}: {error}") from error
    if not isinstance(text, str):
        raise CodegenError(f"The model generator gave no single module for the models of {group!r}.")
    missing = [model.name for model in models if f"class {model.name}(" not in text]
    if missing:
        raise CodegenError(f"The model generator dropped {', '.join(missing)}.")
    return text.removeprefix("#").strip() + "\n"


def _class(model: Model) -> Mapping[str, Any]:
    """What the class template prints beside names: documentation, openness, field annotations, defaults."""
    fields = {
        field.name: {"annotation": field_annotation(field), "default": field_default(field)}
        for field in model.model_fields
    }
    return {
        "docstring": docstring(model.description),
        "extra": "forbid" if model.closed else "allow",
        "rest": None if model.rest is None or isinstance(model.rest, AnyType) else model_type(model.rest),
        "parameter": model.generic.parameter if model.generic else None,
        "fields": fields,
    }


def _types(model: Model) -> list[TypeExpr]:
    """The types that the class of a model mentions."""
    fields = [field.type for field in model.model_fields]
    return fields if model.rest is None else [*fields, model.rest]


def _home(contract: Contract, name: str, group: str) -> str | None:
    """The module that a named type is imported from; null for a class of this module."""
    named = contract.named[name]
    if isinstance(named, Model) or name in class_aliases(contract):
        return None if named.group == group else module_of(contract, f"pydantic:{named.group}")
    kind = "vocabularies" if name in {each.name for each in contract.vocabularies} else "aliases"
    return module_of(contract, kind)


def _outline(model: Model, modules: Mapping[str, str | None]) -> dict[str, Any]:
    """The model's schema reduced to what the model generator decides: names, references, what is required."""
    properties = {field.name: _outline_type(field.type, modules) for field in model.model_fields}
    required = [field.name for field in model.model_fields if field.required]
    return {"title": model.name, "type": "object", "properties": properties, "required": required}


def _outline_type(type_: TypeExpr, modules: Mapping[str, str | None]) -> dict[str, Any]:
    match type_:
        case ReferenceType(name=name, target=target):
            module = modules[name]
            if module is None and target == "alias":  # stands in this module, below the classes
                return {}
            return {"$ref": f"{module}.json#/$defs/{name}" if module else f"#/$defs/{name}"}
        case ListType(item=item):
            return {"type": "array", "items": _outline_type(item, modules)}
        case MapType(value=value):
            return {"type": "object", "additionalProperties": _outline_type(value, modules)}
        case UnionType(members=members):
            return {"anyOf": [_outline_type(member, modules) for member in members]}
        case ParameterType():
            return {}
        case _:
            return {}
