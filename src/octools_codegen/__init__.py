"""The generator of the octools contract: JSON Schema files in; Python, TypeScript and reference pages out."""
