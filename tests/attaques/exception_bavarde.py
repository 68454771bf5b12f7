# Tente : une exception au message énorme, avec des codes de terminal et du HTML.
# Verdict : exception
def carre(n):
    raise ValueError("\x1b[2J\x1b]0;pirate\x07<script>alert(1)</script>" + "A" * 10**7)
