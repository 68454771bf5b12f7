"""Le bac à sable : exécuter une copie dans un processus qui ne peut rien abîmer."""
