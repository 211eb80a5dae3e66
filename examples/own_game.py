"""A game of your own in Python: python examples/own_game.py

Petals stand in a ring. In turn, each player plucks one petal, or two that grow side by side; whoever plucks the last one
wins. The second player wins every ring of three petals or more, by plucking what is opposite.
"""

import lastbite as lb


@lb.add
class Ring(lb.OwnGame):
    """Pluck one petal of the ring, or two that grow side by side. Whoever plucks the last one wins."""

    examples = ("7", "9")

    def start(self, given):
        if not given.isdigit() or not 3 <= int(given) <= 14:
            raise lb.ArgumentError("a ring has 3 to 14 petals, as in ring:7")
        return int(given), "abcdefghijklmn"[: int(given)]

    def moves(self, position):
        many, left = position
        # The last petal grows beside the first one.
        pairs = [left[at] + left[(at + 1) % len(left)] for at in range(len(left))] if len(left) > 1 else []
        return [*left, *(pair for pair in pairs if (ord(pair[1]) - ord(pair[0])) % many == 1)]

    def play(self, position, move):
        many, left = position
        return many, "".join(petal for petal in left if petal not in move)

    def pieces(self, position):
        return list(position[1])


for petals in range(3, 11):
    ring = lb.game(f"ring:{petals}")
    print(ring, lb.analyze(ring).outcome)

game = lb.play(lb.bot("easy", seed=2), lb.bot("perfect"), "ring:7", names=("easy", "perfect"))
print(game.winner, "wins:", *game.moves)
