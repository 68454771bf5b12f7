"""La fabrique : squelettes, énoncés, archives, carnets seuls et site."""
