"""The version of the package, stated here alone."""

__version__ = "1.4.0"
