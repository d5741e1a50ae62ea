"""The laws of belief: design, belief.md section 4, one law or more for each property, by its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from math import fsum, log2

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from tests.laws.strategies import (
    CEILING,
    JUNK,
    KEY,
    LIVE,
    OTHERS,
    OWNER,
    A,
    B,
    C,
    authority,
    claim,
    claims,
    day,
    denials,
    facts,
    families,
    gaps,
    half_lives,
    heart,
    histories,
    is_live,
    junk,
    law,
    live_confidences,
    live_tiers,
    owner_tiers,
    rejection,
    reliability,
    resolved,
    spread,
    thorough_law,
    verdict,
)

from doxa.belief import Assertion, BeliefResolver, Effect, FactObservation, Stance
from doxa.belief.update import fold

# -- the rule itself --------------------------------------------------------------------------------------


def by_the_book(
    history: Sequence[FactObservation], half_life_days: float | None
) -> tuple[dict[str, float], float]:
    """Section 2 written out plainly, for a history in order and without ties, lineages or haste."""
    live = [o for o in history if is_live(o)]
    counted: list[FactObservation] = []
    weight: dict[FactObservation, float] = {}
    repeats: dict[FactObservation, FactObservation] = {}
    for i, o in enumerate(live):
        for j in range(i - 1, -1, -1):
            if contradict(live[j], o):
                break
            said_so_before = o.family is not None and live[j].family == o.family
            if said_so_before and (live[j].fact, live[j].denies) == (o.fact, o.denies):
                repeats[o] = repeats.get(live[j], live[j])
                weight[repeats[o]] = max(weight[repeats[o]], reliability(o))
                break
        if o not in repeats:
            counted.append(o)
            weight[o] = reliability(o)

    p: dict[str, float] = {}
    u, clock = 1.0, None
    for o in live:
        if o in repeats:
            clock = o.observed_at
            continue
        days = (o.observed_at - clock).total_seconds() / 86400 if clock is not None else 0.0
        keep = 1.0 if half_life_days is None else 0.5 ** (days / half_life_days)
        if p and (o.denies or o.fact != max(p, key=lambda c: p[c])):
            keep = min(keep, 0.85)
        p = {c: keep * mass for c, mass in p.items()}
        u, clock, r = 1 - sum(p.values()), o.observed_at, weight[o]
        if o.denies:
            p = {c: (1 - r if c == o.fact else r) * mass for c, mass in p.items()}
            u = r * u
        else:
            p.setdefault(o.fact, 0.0)
            p = {c: r * (mass + u) if c == o.fact else (1 - r) * mass for c, mass in p.items()}
            u = (1 - r) * u
        total = sum(p.values()) + u
        p, u = {c: mass / total for c, mass in p.items()}, u / total
    return p, u


def contradict(one: FactObservation, other: FactObservation) -> bool:
    if one.fact == other.fact:
        return one.denies != other.denies
    return not one.denies and not other.denies


@thorough_law
@given(spread(max_size=10), half_lives)
def test_the_masses_are_those_of_the_rule_written_out_plainly(history, half_life):
    """Section 2."""
    masses, unknown = by_the_book(history, half_life)
    found = verdict(history, half_life).distribution
    assert found.masses == pytest.approx(masses, abs=1e-9)
    assert found.unknown == pytest.approx(unknown, abs=1e-9)


@law
@given(histories(), half_lives)
def test_masses_are_shares_of_one_after_every_step(history, half_life):
    """1."""
    for revision in resolved(history, half_life).revisions(KEY):
        after = revision.after
        assert all(0.0 <= mass <= 1.0 for mass in [*after.masses.values(), after.unknown])
        assert abs(fsum([*after.masses.values(), after.unknown]) - 1.0) <= 1e-12
        bits = sum(-p * log2(p) for p in [*after.masses.values(), after.unknown] if p > 0)
        assert after.entropy_bits == pytest.approx(bits, abs=1e-12)
        assert 0.0 <= after.normalised_entropy <= 1.0 + 1e-12


@law
@given(claims(tiers=LIVE, confidence=live_confidences, lineages=False), half_lives)
def test_one_first_sighting_is_believed_exactly_as_far_as_its_source(observation, half_life):
    """2."""
    observation = replace(observation, denies=False)
    assume(is_live(observation))
    found = verdict([observation], half_life)
    r = reliability(observation)
    assert (found.fact, found.probability) == (observation.fact, r)
    assert found.distribution.masses == {observation.fact: r}
    assert found.distribution.unknown == 1 - r


# -- what is inert ----------------------------------------------------------------------------------------


@thorough_law
@given(histories(), st.lists(junk(), min_size=1, max_size=8), half_lives, st.randoms(use_true_random=False))
def test_what_is_not_above_the_pivot_moves_nothing_whenever_it_was_said_or_arrives(
    history, noise, half_life, random
):
    """3.  The noise falls before, between, after and on the very days of the history."""
    alone = verdict(history, half_life)
    mixed = [*history, *noise]
    random.shuffle(mixed)
    assert heart(verdict(mixed, half_life)) == heart(alone)


@law
@given(st.sampled_from(LIVE), st.sampled_from([0.5, 0.4999, 0.2, 0.0]), half_lives)
def test_the_pivot_itself_is_not_above_the_pivot(tier, confidence, half_life):
    """3."""
    found = verdict([claim(A, 0, tier, confidence), claim(B, 1, tier, confidence)], half_life)
    assert (found.fact, found.distribution.unknown, found.entropy_bits) == (None, 1.0, 0.0)
    assert found.stance == {A: Stance.UNPROVEN, B: Stance.UNPROVEN}
    assert verdict([claim(A, 0, "user_direct", 0.5001)], half_life).fact == A


@law
@given(spread(), half_lives, st.data())
def test_no_wording_lifts_a_channel_above_its_ceiling(history, half_life, data):
    """4."""

    def reworded(observation: FactObservation) -> FactObservation:
        bound = min(CEILING[t] for t in (observation.tier, observation.taint) if t is not None)
        if observation.content_confidence < bound:
            return observation
        return replace(observation, content_confidence=data.draw(st.floats(bound, 1.0)))

    louder = [reworded(o) for o in history]
    assert heart(verdict(louder, half_life)) == heart(verdict(history, half_life))


@law
@given(claims(confidence=st.floats(0, 1), lineages=False))
def test_no_source_is_believed_further_than_its_channel_its_taint_and_its_words_allow(observation):
    """4."""
    (revision,) = resolved([observation]).revisions(KEY)
    r = revision.reliability
    assert r is not None
    assert (r.value, r.authority) == (reliability(observation), authority(observation))
    assert max(revision.after.masses.values(), default=0.0) <= CEILING[observation.tier]


@law
@given(spread(min_size=1), st.integers(1, 40), half_lives)
def test_a_crowd_of_junk_candidates_does_not_dilute_the_fact(history, crowd, half_life):
    """14."""
    noise = [claim(f"junk {i}", i % 7, "web_fetch", id=f"junk-{i}") for i in range(crowd)]
    assert heart(verdict([*history, *noise], half_life)) == heart(verdict(history, half_life))


def test_a_thousand_junk_candidates_do_not_dilute_the_fact():
    """14."""
    noise = [claim(f"junk {i}", 1 + i / 1000, "web_fetch") for i in range(1000)]
    assert heart(verdict([claim(A), *noise, claim(A, 3)], 30.0)) == heart(
        verdict([claim(A), claim(A, 3)], 30.0)
    )


@law
@given(gaps, gaps, gaps, facts, half_lives)
def test_junk_inside_a_trusted_family_neither_repeats_nor_interrupts_it(
    first, second, third, fact, half_life
):
    """14."""
    family = [claim(A, 0, family="chat"), claim(A, first + second, family="chat")]
    later = claim(B, first + second + third, "agent_own")
    muttered = claim(fact, first, "user_direct", 0.5, family="chat")
    alone, mixed = [*family, later], [*family, muttered, later]
    assert heart(verdict(mixed, half_life)) == heart(verdict(alone, half_life))


# -- change and its opposite ------------------------------------------------------------------------------


@law
@given(live_tiers, live_tiers, live_confidences, live_confidences, families, families, gaps, half_lives)
def test_one_later_claim_trusted_as_much_supersedes_one(tier, other, c1, c2, family, family2, gap, half_life):
    """5."""
    earlier, later = claim(A, 0, tier, c1, family=family), claim(B, gap, other, c2, family=family2)
    assume(0.5 < reliability(earlier) <= reliability(later) and authority(earlier) <= authority(later))
    found = verdict([earlier, later], half_life)
    assert (found.fact, found.superseded) == (B, (A,))
    assert found.stance == {A: Stance.SUPERSEDED, B: Stance.ASSERTED}
    assert found.assertions == (Assertion(A, day(0), later.observed_at), Assertion(B, later.observed_at))


@law
@given(st.floats(0.9, 1.0), owner_tiers, owner_tiers, gaps, half_lives)
def test_the_owners_later_word_replaces_what_the_owner_confirmed_by_hand(
    confidence, tier, other, gap, half_life
):
    """5."""
    history = [
        claim(A, 0, tier),
        claim(A, 1, "user_edit", family="hand"),
        claim(B, 1 + gap, other, confidence),
    ]
    found = verdict(history, half_life)
    assert (found.fact, found.superseded) == (B, (A,))


@law
@given(st.floats(0.5, 0.6, exclude_min=True), st.floats(0.01, 0.5), st.sampled_from([None, 7.0, 30.0, 180.0]))
def test_a_hundred_confirmations_outweigh_one_doubtful_claim(confidence, share, half_life):
    """6.  The claim comes within half a half-life: after longer the world itself has loosened the fact."""
    hundred = [claim(A, i / 1000, id=f"id-{i}") for i in range(100)]
    found = verdict(
        [*hundred, claim(B, 0.1 + share * (half_life or 400), "user_direct", confidence)], half_life
    )
    assert found.fact == A
    assert found.probability > found.distribution.masses[B]
    assert found.stance[B] is Stance.CONTESTED


@law
@given(st.booleans(), gaps, gaps, half_lives, st.sampled_from(["user_direct", "user_edit"]))
def test_a_return_to_an_earlier_value_asserts_it_again(is_one_family, first, second, half_life, tier):
    """7.  Where much has drifted before the rival came, the rival met little resistance: then 0.67."""
    family = "chat" if is_one_family else None
    history = [
        claim(fact, on, tier, 0.9, family=family) for fact, on in ((A, 0), (B, first), (A, first + second))
    ]
    found = verdict(history, half_life)
    assert found.fact == A
    assert found.probability > (0.7 if half_life is None else 0.67)
    assert found.superseded == (B,)


# -- order, repetition, echo ------------------------------------------------------------------------------


@thorough_law
@given(histories(max_size=10), half_lives, st.randoms(use_true_random=False))
def test_arrival_in_any_order_gives_the_same_belief(history, half_life, random):
    """8.  Bit for bit, also when dates tie: one by one, shuffled, and folded afresh from a set."""
    in_order = verdict(history, half_life)
    shuffled = list(history)
    random.shuffle(shuffled)
    again = resolved(shuffled, half_life)
    assert again.verdict(KEY) == in_order
    assert again.observations(KEY) == resolved(history, half_life).observations(KEY)
    afresh, _ = fold(shuffled, half_life)
    assert afresh.distribution == in_order.distribution
    assert (afresh.asserted, tuple(afresh.assertions)) == (in_order.fact, in_order.assertions)


@thorough_law
@given(histories(max_size=7), half_lives)
def test_every_step_leaves_what_folding_afresh_would(history, half_life):
    """8."""
    resolver = BeliefResolver(half_life)
    for count, observation in enumerate(history, 1):
        resolver.observe(observation)
        assert resolver.revisions(KEY)[-1].after == verdict(history[:count], half_life).distribution
        assert resolver.verdict(KEY) == verdict(sorted(history[:count], key=repr), half_life)


@pytest.mark.parametrize("same", [(1, 1.0), (1.0, 1)])
@pytest.mark.parametrize("rival", [A, B, C])
def test_equal_observations_have_one_place_however_they_were_written(same, rival):
    """8.  1 and 1.0 are the same observation, so they must not be folded in different places."""
    other = claim(rival, 0, "agent_own", id="other")
    first, second = (claim(A, 0, "agent_own", confidence) for confidence in same)
    assert first == second
    assert first.order_key == second.order_key
    assert verdict([first, other]) == verdict([second, other])


@law
@given(live_tiers, live_tiers, live_confidences, live_confidences, gaps, half_lives)
def test_an_older_claim_that_arrives_late_is_stored_as_already_succeeded(tier, other, c1, c2, gap, half_life):
    """8."""
    newer, older = claim(B, gap, tier, c1), claim(A, 0, other, c2)
    assume(0.5 < reliability(older) <= reliability(newer) and authority(older) <= authority(newer))
    found = verdict([newer, older], half_life)
    assert found.fact == B
    assert found.assertions == (
        Assertion(A, day(0), newer.observed_at),
        Assertion(B, newer.observed_at),
    )


@law
@given(histories(min_size=1), half_lives, st.data())
def test_the_same_observation_twice_counts_once(history, half_life, data):
    """9."""
    resolver = resolved(history, half_life)
    before, log = resolver.verdict(KEY), resolver.revisions(KEY)
    again = data.draw(st.sampled_from(history))
    assert resolver.observe(replace(again)) in log
    assert (resolver.verdict(KEY), resolver.revisions(KEY)) == (before, log)


@thorough_law
@given(spread(), facts, st.booleans(), st.lists(gaps, min_size=1, max_size=12), half_lives, st.data())
def test_repeats_by_one_family_count_once(history, fact, denies, steps, half_life, data):
    """9.  Nothing of the masses or of the assertion moves; the clock does."""
    on = 1000.0
    said = claim(fact, on, family="loud", denies=denies)
    repeats = []
    for step in steps:
        on += step
        tier, confidence = data.draw(live_tiers), data.draw(live_confidences)
        repeats.append(claim(fact, on, tier, confidence, family="loud", denies=denies))
    assume(all(reliability(said) >= reliability(o) > 0.5 for o in repeats))
    once, often = verdict([*history, said], half_life), verdict([*history, said, *repeats], half_life)
    assert often.distribution == once.distribution
    assert (often.fact, often.assertions) == (once.fact, once.assertions)
    if once.fact == fact and not denies:
        assert often.last_evidenced_at == repeats[-1].observed_at


def test_a_thousand_repeats_by_one_family_count_once():
    """9."""
    thousand = [claim(A, i, "agent_own", family="agent", id=f"id-{i}") for i in range(1000)]
    found = verdict(thousand, 30.0)
    assert (found.fact, found.probability, found.last_evidenced_at) == (A, 0.8, day(999))


@law
@given(live_tiers, gaps, gaps, gaps, half_lives)
def test_a_denial_ends_a_repetition_like_any_rival(tier, first, second, third, half_life):
    """9.  Said, denied, said again by one family is worth what another family's word would be."""
    history = [claim(A, 0, tier, family="a"), claim(A, first, tier, denies=True)]
    again = [claim(A, first + second, tier, family=family) for family in ("a", "b")]
    one, other = (verdict([*history, last], half_life) for last in again)
    assert one.distribution == other.distribution
    assert one.probability > 0.5


@law
@given(live_tiers, live_tiers, live_confidences, live_confidences, gaps, gaps, half_lives)
def test_a_repeat_lends_its_family_its_own_reliability_and_carries_its_time_forward(
    tier, other, c1, c2, gap, gap2, half_life
):
    """9.  Two sayings by one family are one: the later in time, the surer in weight."""
    first, second = (
        claim(A, 0, tier, c1, family="chat"),
        claim(A, gap, other, c2, family="chat"),
    )
    surer = max(first, second, key=reliability)
    assume(is_live(first) and is_live(second))
    rival = claim(B, gap + gap2)
    twice = verdict([first, second, rival], half_life)
    once = verdict([replace(surer, observed_at=day(gap)), rival], half_life)
    assert twice.distribution == once.distribution


@law
@given(st.sampled_from(OTHERS), owner_tiers, gaps, gaps)
def test_a_family_that_repeats_itself_with_more_authority_is_heard_with_it(tier, confirming, gap, gap2):
    """9, and the owner's confirmation of section 3: a question open before is settled by the repeat."""
    inferred = [claim(B, 1 + i, tier, family=f"agent-{i}") for i in range(9)]
    history = [claim(A, 0), *inferred]
    assume((blocked := verdict(history)).distribution.masses[B] > blocked.distribution.masses[A])
    assert blocked.fact == A
    assert verdict([*history, claim(B, 20 + gap, confirming, family="agent-8")]).fact == B


@thorough_law
@given(
    histories(),
    st.lists(
        st.tuples(st.sampled_from([A, A, B]), st.sampled_from([*LIVE, "email", "web_fetch"])), max_size=4
    ),
    live_tiers,
    st.booleans(),
    half_lives,
    st.randoms(use_true_random=False),
)
def test_an_echo_never_raises_the_memory_it_came_from(
    history, chain, tier, names_the_fact, half_life, random
):
    """10.  However long the chain it was laundered through, and whatever the links said or weighed."""
    memory = claim(A, 2, "agent_own", family="agent", id="memory")
    links, ancestor = [], A if names_the_fact else "memory"
    for number, (fact, channel) in enumerate(chain):
        links.append(claim(fact, 3 + number, channel, id=f"link-{number}", lineage=[ancestor]))
        ancestor = f"link-{number}"
    echo = claim(A, 9, tier, id="echo", lineage=["somewhere", ancestor])
    before = [*history, memory, *links]
    after = [*before, echo]
    random.shuffle(after)
    assert verdict(after, half_life) == verdict(before, half_life)


@law
@given(st.integers(1, 50), live_tiers, gaps, half_lives)
def test_a_memory_restated_from_itself_does_not_outlive_its_correction(count, tier, gap, half_life):
    """10."""
    echoes = [claim(A, 2 + i * gap, tier, id=f"echo-{i}", lineage=[A]) for i in range(count)]
    corrected = [claim(A, 0, id="memory"), claim(B, 1)]
    found = verdict([*corrected, *echoes], half_life)
    assert heart(found) == heart(verdict(corrected, half_life))
    assert found.challengers == ()


@law
@given(live_tiers, st.integers(2, 6), gaps, half_lives)
def test_what_shares_an_ancestor_is_one_family(tier, count, gap, half_life):
    """9 and 10: agents that read the same page and agree are one voice."""
    readers = [claim(A, i * gap, tier, id=f"reader-{i}", lineage=["page"]) for i in range(count)]
    assert verdict(readers, half_life).distribution == verdict(readers[:1], half_life).distribution


@law
@given(st.permutations(["one", "other", "bridge"]), st.sampled_from([A, B]), live_tiers, gaps, half_lives)
def test_two_families_that_drew_on_one_source_are_one_however_they_are_joined(
    names_of, fact, tier, gap, half_life
):
    """9.  Two sources that both derive from one page, directly or by a third, repeat each other."""
    one, other, third = names_of
    joined = [
        claim(fact, 0, tier, family=one, lineage=["page"]),
        claim(fact, gap, tier, family=other, lineage=["feed"]),
        claim(fact, 2 * gap, tier, family=third, lineage=["page", "feed"]),
        claim(fact, 3 * gap, tier, family=other),
    ]
    assert verdict(joined, half_life).distribution == verdict(joined[:1], half_life).distribution


@law
@given(live_tiers, st.sampled_from(JUNK), gaps, half_lives)
def test_junk_that_claims_kinship_with_two_families_does_not_make_them_one(tier, channel, gap, half_life):
    """3."""
    history = [claim(A, 0, tier, family="a"), claim(A, gap, tier, lineage=["page"])]
    bridge = claim(A, gap / 2, channel, family="a", lineage=["page"])
    assert heart(verdict([*history, bridge], half_life)) == heart(verdict(history, half_life))


# -- retraction and the log -------------------------------------------------------------------------------


actions = st.lists(
    st.one_of(
        claims(days=st.integers(0, 6).map(float)),
        st.sampled_from(["chat-1", "chat-2", "agent", "import", "id-1", "id-2", "id-4", "nobody"]),
    ),
    max_size=12,
)


def acted(
    taken: Sequence[FactObservation | str], half_life: float | None
) -> tuple[BeliefResolver, list[FactObservation]]:
    """A resolver after the actions, and the plain list of what should be left in it."""
    resolver, left = BeliefResolver(half_life), list[FactObservation]()
    for number, action in enumerate(taken):
        if isinstance(action, str):
            resolver.retract(action)
            left = [o for o in left if action not in (o.id, o.family)]
        else:
            observation = replace(action, id=f"id-{number}") if number % 3 else action
            resolver.observe(observation)
            left.append(observation)
    return resolver, left


@thorough_law
@given(actions, half_lives)
def test_withdrawing_equals_never_having_heard(taken, half_life):
    """11.  By id, by family, early, late and again; also what had been displaced comes back."""
    resolver, left = acted(taken, half_life)
    never = resolved(left, half_life)
    assert resolver.verdict(KEY) == never.verdict(KEY)
    assert resolver.observations(KEY) == never.observations(KEY)
    assert all(token not in (o.id, o.family) for token in taken[-1:] for o in resolver.observations(KEY))


@law
@given(live_tiers, st.sampled_from(["a", "b"]), gaps, half_lives)
def test_kinship_outlives_the_withdrawal_of_somebody_else(tier, speaker, gap, half_life):
    """11."""
    kin = [claim(A, i, tier, family=family, lineage=["page"]) for i, family in enumerate("ab")]
    resolver = resolved([*kin, claim(B, 2, family="mistake")], half_life)
    resolver.retract("mistake")
    again = resolver.observe(claim(A, 3 + gap, tier, family=speaker))
    assert again.effect is Effect.REPEATED
    assert resolver.verdict(KEY).distribution == verdict(kin, half_life).distribution


@law
@given(spread(min_size=1), half_lives, gaps)
def test_withdrawing_the_displacing_source_brings_back_what_it_displaced(history, half_life, gap):
    """11."""
    resolver = resolved(history, half_life)
    before = resolver.verdict(KEY)
    resolver.observe(claim("elsewhere", 1000 + gap, "user_edit", family="mistake"))
    assert resolver.verdict(KEY).fact == "elsewhere"
    resolver.retract("mistake")
    assert resolver.verdict(KEY) == before


@thorough_law
@given(actions, half_lives)
def test_replaying_the_log_gives_the_state(taken, half_life):
    """12."""
    resolver, _ = acted(taken, half_life)
    again = BeliefResolver(half_life)
    again.replay(resolver.revisions(KEY))
    assert again.verdict(KEY) == resolver.verdict(KEY)
    assert again.revisions(KEY) == resolver.revisions(KEY)
    assert again.observations(KEY) == resolver.observations(KEY)


@law
@given(actions, half_lives)
def test_the_log_has_no_gaps_and_ends_in_the_state(taken, half_life):
    """12."""
    resolver, _ = acted(taken, half_life)
    log, found = resolver.revisions(KEY), resolver.verdict(KEY)
    assert [revision.number for revision in log] == list(range(1, len(log) + 1))
    for one, following in pairwise(log):
        assert (one.after, one.asserted_after) == (following.before, following.asserted_before)
    if log:
        assert (log[-1].after, log[-1].asserted_after) == (found.distribution, found.fact)
        assert (log[0].before.unknown, log[0].asserted_before) == (1.0, None)


@law
@given(actions, half_lives)
def test_movement_is_the_total_variation_distance(taken, half_life):
    """13."""
    resolver, _ = acted(taken, half_life)
    for revision in resolver.revisions(KEY):
        before, after = revision.before, revision.after
        moved = [abs(before.unknown - after.unknown)]
        moved += [
            abs(before.masses.get(f, 0.0) - after.masses.get(f, 0.0)) for f in {*before.masses, *after.masses}
        ]
        assert revision.movement == pytest.approx(sum(moved) / 2, abs=1e-12)
        assert 0.0 <= revision.movement <= 1.0
        assert (revision.movement == 0.0) == (before == after)
        assert revision.has_changed_assertion == (revision.asserted_before != revision.asserted_after)


# -- the owner's no ---------------------------------------------------------------------------------------

firmly = st.floats(0.9, 1.0)


@law
@given(st.integers(1, 30), live_tiers, owner_tiers, families, gaps, half_lives)
def test_one_rejection_by_the_owner_unasserts_whatever_was_confirmed(
    count, tier, rejecting, family, gap, half_life
):
    """15."""
    confirmed = [claim(A, i, tier, id=f"id-{i}") for i in range(count)]
    no = rejection(A, count + gap, rejecting)
    yes = claim(A, count + gap + 1, rejecting)
    assert verdict(confirmed, half_life).fact == A
    assert verdict([*confirmed, no], half_life).fact is None
    assert verdict([*confirmed, no], half_life).stance[A] is Stance.SUPERSEDED
    assert verdict([*confirmed, no, yes], half_life).fact == A


@law
@given(spread(min_size=1, max_size=12), owner_tiers, firmly, families, gaps, half_lives)
def test_what_the_owner_rejects_is_not_asserted_whatever_went_before(
    history, tier, confidence, family, gap, half_life
):
    """15.  And after the next confirmation it is."""
    fact = verdict(history, half_life).fact
    assume(fact is not None)
    assert fact is not None
    no = replace(rejection(fact, 1000 + gap, tier), content_confidence=confidence, family=family)
    yes = claim(fact, 1001 + gap, tier, family=family)
    assert verdict([*history, no], half_life).fact != fact
    assert verdict([*history, no, yes], half_life).fact == fact


@law
@given(histories(), st.lists(st.sampled_from(OTHERS), min_size=1, max_size=6), gaps, half_lives)
def test_what_the_owner_rejected_comes_back_by_nobody_else(history, others, gap, half_life):
    """15 and section 3."""
    insisting = [claim(A, 1000 + i * gap, tier, id=f"again-{i}") for i, tier in enumerate(others)]
    found = verdict([*history, rejection(A, 999, "user_edit", family="no"), *insisting], half_life)
    assert found.fact != A
    assert A in found.challengers


@law
@given(
    st.lists(st.sampled_from(OWNER), min_size=1, max_size=8),
    st.lists(st.tuples(st.sampled_from([B, C]), st.sampled_from(OTHERS)), min_size=1, max_size=12),
    owner_tiers,
    families,
    gaps,
    half_lives,
)
def test_a_rejection_counts_also_where_others_were_already_sure_of_something_else(
    confirming, others, rejecting, family, gap, half_life
):
    """15.  The challenge had more mass than the fact and lacked only the authority."""
    confirmed = [claim(A, i / 10, tier, id=f"yes-{i}") for i, tier in enumerate(confirming)]
    challenge = [claim(fact, 1 + i, tier, id=f"other-{i}") for i, (fact, tier) in enumerate(others)]
    no = rejection(A, 100 + gap, rejecting)
    history = [*confirmed, *challenge]
    assert verdict(history, half_life).fact == A
    assert verdict([*history, replace(no, family=family)], half_life).fact != A


@law
@given(families, st.lists(st.sampled_from([A, B, C]), max_size=6), gaps, half_lives)
def test_a_second_rejection_counts_after_the_fact_was_claimed_again(family, others, gap, half_life):
    """15.  Also by the same family, and also where other things were said in between."""
    no = replace(rejection(A, 0, "user_edit"), family=family)
    between = [claim(fact, 2 + i / 10, "agent_own", id=f"id-{i}") for i, fact in enumerate(others)]
    history = [no, claim(A, 1), *between, replace(no, observed_at=day(3 + gap))]
    found = verdict(history, half_life)
    assert found.fact != A
    assert resolved(history, half_life).revisions(KEY)[-1].effect is Effect.COUNTED


# -- time alone -------------------------------------------------------------------------------------------


@law
@given(live_tiers, live_confidences, st.floats(1, 400), st.floats(1.1, 10), half_lives)
def test_the_longer_ago_it_was_said_the_less_it_resists(tier, confidence, gap, times, half_life):
    """Section 2: what nobody has spoken of drifts; where there is no half-life it stands as it was."""
    first = claim(A, 0, tier, confidence)
    assume(is_live(first))
    soon, late = (
        verdict([first, claim(B, day, tier, confidence)], half_life).distribution.masses[A]
        for day in (gap, gap * times)
    )
    is_drifting = half_life is not None and gap * times > 0.3 * half_life
    assert late < soon if is_drifting and soon > 1e-9 else late <= soon


@law
@given(live_tiers, live_confidences, half_lives.filter(bool))
def test_after_one_half_life_half_is_open_again(tier, confidence, half_life):
    """Section 2: contradicted a half-life on, it is weighed with half of what it had."""
    first = claim(A, 0, tier, confidence)
    assume(is_live(first))
    r = reliability(first)
    found = verdict([first, claim(B, half_life, tier, confidence)], half_life).distribution
    open_again = 1 - r / 2
    assert found.masses[A] == pytest.approx((1 - r) * r / 2 / (r * open_again + (1 - r)), abs=1e-9)


# -- one instant, two families ----------------------------------------------------------------------------

names = st.sampled_from([None, "a", "b", "m", "z"])


@law
@given(live_tiers, live_tiers, live_confidences, names, names, half_lives)
def test_equals_of_one_instant_from_two_families_assert_nothing(tier, other, confidence, one, two, half_life):
    """16."""
    first, second = claim(A, 0, tier, confidence, family=one), claim(B, 0, other, confidence, family=two)
    assume((one is None or one != two) and is_live(first) and reliability(first) == reliability(second))
    found = verdict([first, second], half_life)
    assert (found.fact, found.is_uncertain, found.is_contested) == (None, True, True)
    assert found.stance == {A: Stance.CONTESTED, B: Stance.CONTESTED}


@law
@given(live_tiers, live_confidences, names, names, half_lives)
def test_a_claim_and_its_denial_of_one_instant_assert_nothing(tier, confidence, one, two, half_life):
    """16."""
    yes, no = (
        claim(A, 0, tier, confidence, family=one),
        claim(A, 0, tier, confidence, family=two, denies=True),
    )
    assume((one is None or one != two) and is_live(yes))
    found = verdict([yes, no], half_life)
    assert (found.fact, found.is_uncertain) == (None, True)


@law
@given(st.floats(0, 6), gaps, half_lives, st.sampled_from([B, A]))
def test_a_later_word_settles_a_conflict(on, gap, half_life, winner):
    """16."""
    conflict = [claim(A, on, family="a"), claim(B, on, family="b")]
    found = verdict([*conflict, claim(winner, on + gap, family="c")], half_life)
    assert found.fact == winner
    assert found.is_contested  # the loser was never asserted


@thorough_law
@given(
    spread(max_size=6, tiers=LIVE),
    st.tuples(st.sampled_from([A, B, C]), st.booleans()),
    st.tuples(st.sampled_from([A, B, C]), st.booleans()),
    live_tiers,
    live_confidences,
    half_lives,
)
@example([claim(B, 1), claim(A, 2, "agent_own")], (A, True), (B, True), "user_edit", 1.0, None)
def test_whose_family_is_named_first_does_not_matter(history, one, two, tier, confidence, half_life):
    """16.  Two families trusted alike that contradict each other, agree or both deny, after any history."""
    are_two_firm_denials = one[1] and two[1] and confidence >= 0.9 and tier in OWNER
    are_rivals = contradict(claim(one[0], denies=one[1]), claim(two[0], denies=two[1]))
    assume(one == two or are_rivals or are_two_firm_denials)

    def outcome(first: str, second: str) -> object:
        spoken = [
            claim(fact, 1000, tier, confidence, family=family, denies=denies)
            for (fact, denies), family in ((one, first), (two, second))
        ]
        found = verdict([*history, *spoken], half_life)
        return found.fact, dict(found.stance)

    assert outcome("aaa", "zzz") == outcome("zzz", "aaa")


@law
@given(
    live_tiers,
    names,
    names,
    st.tuples(st.sampled_from([C, "Bonn"]), st.sampled_from(["document", "tool_output"]), denials),
    gaps,
    half_lives,
)
def test_a_conflict_is_not_settled_by_a_word_about_something_else(tier, one, two, aside, gap, half_life):
    """16.  Neither of two equals gets ahead because somebody mentions or denies a third."""
    assume(one is None or one != two)
    fact, channel, denies = aside
    conflict = [claim(A, 0, tier, family=one), claim(B, 0, tier, family=two)]
    found = verdict([*conflict, claim(fact, gap, channel, family="c", denies=denies)], half_life)
    assert found.fact in (None, fact)
    assert (found.stance[A], found.stance[B]) == (Stance.CONTESTED, Stance.CONTESTED)


@thorough_law
@given(spread(max_size=5, tiers=LIVE), owner_tiers, facts, facts, half_lives)
def test_whoever_is_in_an_open_conflict_is_contested_whatever_it_was_before(
    history, tier, one, other, half_life
):
    """16."""
    assume(one != other)
    conflict = [claim(one, 1000, tier, family="a"), claim(other, 1000, tier, family="b")]
    found = verdict([*history, *conflict], half_life)
    open_or_settled = found.fact is not None or {found.stance[one], found.stance[other]} == {Stance.CONTESTED}
    assert open_or_settled


@law
@given(live_confidences, live_confidences, names, names, st.sampled_from(OWNER))
def test_of_two_at_one_instant_only_one_clearly_ahead_is_asserted(c1, c2, one, two, tier):
    """16.  Clearly: by two tenths."""
    assume(one is None or one != two)
    found = verdict([claim(A, 0, tier, c1, family=one), claim(B, 0, tier, c2, family=two)])
    p, q = (found.distribution.masses[fact] for fact in (A, B))
    assume(abs(abs(p - q) - 0.2) > 1e-9)
    assert found.fact == (None if abs(p - q) < 0.2 else A if p > q else B)


@law
@given(st.integers(1, 3), owner_tiers, st.sampled_from(OTHERS), gaps, half_lives)
def test_a_conflict_among_others_does_not_unassert_what_the_owner_said(count, tier, other, gap, half_life):
    """16 and section 3."""
    said = [claim(fact, 1 + gap * (1 + i), other, id=f"{fact}-{i}") for i in range(count) for fact in (B, C)]
    found = verdict([claim(A, 1, tier), *said], half_life)
    assert (found.fact, found.assertions) == (A, (Assertion(A, day(1)),))


@law
@given(gaps, half_lives, owner_tiers)
def test_within_one_instant_a_family_may_return_to_what_it_said_first(gap, half_life, tier):
    """7, in one breath: Oslo, no, Rome, no, Oslo."""
    history = [claim(fact, gap, tier, family="form", position=i) for i, fact in enumerate([A, B, A])]
    assert verdict(history, half_life).fact == A


@law
@given(gaps, half_lives, st.sampled_from(["user_direct", "user_edit"]))
def test_one_family_that_changes_its_mind_at_one_instant_has_changed_its_mind(gap, half_life, tier):
    """16.  Order within one source is its own, so this is a correction and no conflict."""
    found = verdict(
        [
            claim(A, gap, tier, family="form", position=0),
            claim(B, gap, tier, family="form", position=1),
        ],
        half_life,
    )
    assert (found.fact, found.superseded) == (B, (A,))


@law
@given(st.integers(1, 5), gaps, half_lives)
def test_another_family_at_the_same_instant_is_a_conflict_and_not_a_change(count, gap, half_life):
    """16.  The same rival a moment later would have superseded the fact."""
    past = [claim(A, i / 10, id=f"id-{i}") for i in range(count)]
    beside = [claim(A, gap + 1, family="a"), claim(B, gap + 1, family="b")]
    behind = [claim(A, gap + 1, family="a"), claim(B, gap + 1.001, family="b")]
    together = verdict([*past, *beside], half_life)
    assert together.fact == A or together.is_uncertain
    assert together.fact != B
    assert together.distribution.masses[B] < 0.6
    assert verdict([*past, *behind], half_life).fact == B


# -- authority --------------------------------------------------------------------------------------------


@thorough_law
@given(
    spread(max_size=10, tiers=[*OTHERS, "web_fetch"]),
    spread(max_size=6, tiers=[*OTHERS, "web_fetch"]),
    owner_tiers,
    half_lives,
)
def test_nobody_else_takes_over_from_the_owner_nor_unasserts(later, earlier, tier, half_life):
    """Section 3.  However many, however sure of it: they stand as challengers."""
    shifted = [
        replace(o, observed_at=o.observed_at + (day(1000) - day(0)), id=f"later-{i}")
        for i, o in enumerate(later)
    ]
    earlier = [replace(o, family=None) for o in earlier]
    found = verdict([*earlier, claim(A, 999, tier, family="owner"), *shifted], half_life)
    assert found.fact == A
    assert (found.assertions[-1].fact, found.assertions[-1].until) == (A, None)
    assert found.assertions[-1].since <= day(999)
    masses = found.distribution.masses
    for fact, mass in masses.items():
        if mass > masses[A]:
            assert (found.stance[fact], found.is_uncertain) == (Stance.CONTESTED, True)


@law
@given(
    st.lists(st.sampled_from(["agent_own", "tool_output"]), min_size=4, max_size=9),
    gaps,
    half_lives,
    owner_tiers,
)
def test_one_confirmation_by_the_owner_settles_a_challenge(others, gap, half_life, tier):
    """Section 3."""
    challenge = [claim(A), *(claim(B, 1 + i, other, id=f"id-{i}") for i, other in enumerate(others))]
    found = verdict(challenge, half_life)
    assert (found.fact, found.stance[B], found.challengers) == (A, Stance.CONTESTED, (B,))
    assert verdict([*challenge, claim(B, 10 + gap, tier)], half_life).fact == B


@thorough_law
@given(spread(max_size=10), half_lives)
def test_the_assertion_passes_only_to_one_backed_by_as_much_authority(history, half_life):
    """Section 3.  Best evidence so far, above the pivot; or somebody of that authority denied the holder."""

    def best(fact: str, until: datetime, denies: bool = False) -> int:
        spoken = [o for o in history if (o.fact, o.denies) == (fact, denies) and o.observed_at <= until]
        return max((authority(o) for o in spoken if is_live(o)), default=-1)

    found = verdict(history, half_life)
    nobody = Assertion("", day(0), None)
    for one, following in zip(found.assertions, [*found.assertions[1:], nobody], strict=False):
        if one.until is None:
            continue
        holding = best(one.fact, one.until)
        was_denied = best(one.fact, one.until, denies=True) >= holding
        was_outranked = following.since == one.until and best(following.fact, one.until) >= holding
        assert was_denied or was_outranked


# -- the verdict ------------------------------------------------------------------------------------------


@law
@given(histories(max_size=10), half_lives)
def test_assertions_follow_one_another_and_end_in_the_fact(history, half_life):
    """Section 3: an interval ends where its successor's begins."""
    found = verdict(history, half_life)
    for one, following in pairwise(found.assertions):
        assert one.until is not None
        assert one.since <= one.until <= following.since
        assert one.fact != following.fact or one.until < following.since or one.since == one.until
    still_open = [assertion.fact for assertion in found.assertions if assertion.until is None]
    assert still_open == ([found.fact] if found.fact is not None else [])
    assert not found.assertions or all(a.until is not None for a in found.assertions[:-1])


@thorough_law
@given(spread(max_size=10), half_lives)
def test_a_stance_says_what_happened_to_the_candidate(history, half_life):
    """Section 3."""
    found = verdict(history, half_life)
    masses = found.distribution.masses
    bar = masses[found.fact] if found.fact is not None else found.distribution.unknown
    held = [assertion.fact for assertion in found.assertions]
    assert set(found.stance) == {o.fact for o in history if not o.denies}
    for fact, stance in found.stance.items():
        has_live_evidence = any(o.fact == fact and not o.denies and is_live(o) for o in history)
        if fact == found.fact:
            expected = Stance.ASSERTED
        elif not has_live_evidence:
            expected = Stance.UNPROVEN
        elif fact not in held or masses[fact] > bar:
            expected = Stance.CONTESTED
        else:
            expected = Stance.SUPERSEDED
        assert stance is expected, fact
    displaced = [fact for fact in dict.fromkeys(reversed(held)) if found.stance[fact] is Stance.SUPERSEDED]
    assert found.superseded == tuple(displaced)


@thorough_law
@given(spread(max_size=10), half_lives)
def test_challengers_are_the_claims_that_would_change_the_fact_if_they_were_trusted(history, half_life):
    """Section 3, tried by trusting each in turn."""
    found = verdict(history, half_life)
    newest = {o.fact: o.observed_at for o in history if not o.denies}
    expected = {
        fact
        for fact, at in newest.items()
        if fact != found.fact and (found.last_evidenced_at is None or at >= found.last_evidenced_at)
    }
    assert set(found.challengers) == expected
    assert [newest[f] for f in found.challengers] == sorted((newest[f] for f in expected), reverse=True)


@law
@given(histories(max_size=10), half_lives, st.floats(-10, 500))
def test_how_sure_it_is_follows_from_the_masses_and_the_clock(history, half_life, later):
    """Sections 3 and 5."""
    resolver = resolved(history, half_life)
    now = day(6 + later)
    found = resolver.verdict(KEY, now)
    if found.fact is None:
        assert (found.probability, found.currency, found.credence, found.band) == (0.0, None, None, None)
        assert (found.last_evidenced_at, found.is_uncertain) == (None, True)
        return
    masses = found.distribution.masses
    assert found.probability == masses[found.fact]
    assert found.last_evidenced_at is not None
    assert found.currency is not None
    days = max(0.0, (now - found.last_evidenced_at).total_seconds() / 86400)
    fresh = 1.0 if half_life is None else 0.5 ** (days / half_life)
    assert found.currency == pytest.approx(fresh, rel=1e-9)
    assert found.credence == found.probability * found.currency
    best_rival = max((p for fact, p in masses.items() if fact != found.fact), default=-1.0)
    assert found.is_uncertain == (found.probability < 0.5 or best_rival > found.probability - 0.2)
    assert replace(found, currency=None, credence=None) == replace(
        resolver.verdict(KEY), currency=None, credence=None
    )


@law
@given(histories(max_size=6), histories(max_size=6), half_lives)
def test_beliefs_do_not_touch_one_another(history, other, half_life):
    """Section 1: claims are rivals by their key alone."""
    elsewhere = [replace(o, belief_key="ana/job", lineage=()) for o in other]
    resolver = resolved([x for pair in zip(history, elsewhere, strict=False) for x in pair], half_life)
    resolver.observe_all([*history, *elsewhere])
    assert resolver.verdict(KEY) == verdict(history, half_life)
    assert resolver.verdict("ana/job", day(9)) == resolved(elsewhere, half_life).verdict("ana/job", day(9))
