"""Le moteur : juger un exercice, seul ou greffé sur le corrigé, et dire pourquoi."""
