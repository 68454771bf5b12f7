"""Le comptage exact : toutes les flottes qui concordent avec les tirs."""
