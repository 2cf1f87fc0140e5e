"""Speed and memory as ratios, measured against a floor or a textbook baseline; see docs/performance.md."""
