"""Ground: what captured probes prove of the declared sources. Pure."""
