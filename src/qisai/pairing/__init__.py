"""Who meets whom: the pairing of one round, why, and the proof that there is none better.

Read in this order; each module knows only those above it.

* ``field``: what a pairing starts from and what it gives. ``entrants`` makes it from the games played.
* ``colours``: the colour limits, and who of two has red.
* ``arrays``: the field and its pairs as arrays; score groups.
* ``absolute``: what a pair may not be. ``COMPROMISES`` are the rules that an arbiter can give up, the gravest first.
* ``criteria``: what a pairing should be. ``quality`` is the order of importance, at a glance: first the rules that
  the arbiter gave up, in as few games as can be; from the top, for each border between score groups as few pairs
  across it as can be; the bye as low as can be; in the last round as few waivers of the colour limits; then floats,
  score gaps, colours, teams and the order inside a group as the rule sheet has them; a lot makes the pairing the only one.
  ``seeding`` puts the pattern of round 1 in the place of that order.
* ``blossom``: the cheapest perfect matching of a graph, with prices that prove it.
* ``counting``: what counting settles before any search, and the parts into which the field falls then.
* ``optimum``: the best pairing of a field. ``certificate``: its proof, and the check of the proof against all legal pairs.
* ``swiss``: ``pair_round``, the whole round. ``tables``: who sits where.
* ``explain``, ``floats``: a sentence for every decision. ``counterfactual``: what another pair would cost.
* ``compromises``, ``witness``: ways out where no pairing is legal. ``completion``, ``lookahead``: the rounds to come.
* ``legality``: a second look at a pairing, by other code. ``roundrobin``, ``knockout``: the other systems.
"""
