"""Le kit sous un vrai Python pour Windows, lancé par Wine : `bash .ci/windows`."""
