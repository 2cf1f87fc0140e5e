"""`python -m octools_codegen` runs the command line."""

from octools_codegen.cli import main

if __name__ == "__main__":
    main()
