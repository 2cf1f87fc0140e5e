"""The compact projection of tool catalogues (RFC 0112): pure functions, no dependency but the contract."""
