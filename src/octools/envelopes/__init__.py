"""The result envelopes: pydantic models with the rules that the schemas cannot express."""
