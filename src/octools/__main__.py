"""Run the command line: `python -m octools`."""

from octools.cli import main

if __name__ == "__main__":
    main()
