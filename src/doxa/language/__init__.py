"""Language: finds claims in what was said and judges them against what is held, by rule."""
