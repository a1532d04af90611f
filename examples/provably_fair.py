"""Checks a deal of the scheme faro-deal-1 (docs/formats.md), from its published record.

    faro deal --secret club.key --client-seed "anna 7" --nonce 1 --reveal --format json > deal.json
    python3 provably_fair.py deal.json

Prints the cards, and exits with 0 if the deal is what was committed to, 1 if it is not, 2 if the record is not complete.
Only the standard library is used.
"""

import hashlib
import hmac
import json
import sys


def words(server, cards, nonce, client):
    """Yields big-endian words of 32 bits, eight from each HMAC-SHA256."""
    block = 0
    while True:
        message = f"faro-deal-1:{cards}:{nonce}:{block}:{client}"
        digest = hmac.new(server, message.encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def deck(server, cards, nonce, client):
    """Returns the deck from the top: Fisher-Yates from the last position down, without bias."""
    order, source = list(range(1, cards + 1)), words(server, cards, nonce, client)
    for last in range(cards - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        word = next(word for word in source if word < limit)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def main(path):
    record = json.load(open(path, encoding="utf-8-sig"))
    if not record.get("server"):
        print("the record has no server seed; expected the output of: faro deal --reveal", file=sys.stderr)
        return 2
    server = bytes.fromhex(record["server"])
    dealt = deck(server, record["cards"], record["nonce"], record["client"])
    committed = hashlib.sha256(server).hexdigest() == record["commitment"]
    print(*dealt)
    print("the commitment is", "that of the server seed" if committed else "another one")
    print("the cards are", "those of the seeds" if dealt == record["deck"] else "others")
    return 0 if committed and dealt == record["deck"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
