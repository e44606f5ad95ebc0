"""Records a search: which function was asked about which position, by which call, and what came back."""
