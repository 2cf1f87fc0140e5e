"""Judging a schema by a profile: a subset of JSON Schema as data."""
