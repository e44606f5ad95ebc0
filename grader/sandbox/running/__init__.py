"""One submission's probes, and what they use up."""
