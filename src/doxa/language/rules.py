"""Rules: what one thing that two claims show makes of the pair; ``None`` where a rule has no opinion."""

from __future__ import annotations

from doxa.belief.keying import GATE, is_one_subject
from doxa.belief.numerals import Value
from doxa.belief.predicates import Mood
from doxa.belief.signature import Signature, signature
from doxa.domain.judgement import Judgement, Relation

from .comparing import (
    Pair,
    denies,
    has_same_values,
    is_another_word,
    is_paraphrase,
    is_vaguer,
    is_within,
    restated_values,
    says_again,
    share,
    words_of,
)
from .places import clash, is_plain

PLENTY = 0.6  # the share of words that makes two propositions one, when one of them denies
SAME_SENSE = 0.86  # cosine from which two wordings under one given key are one statement
FILLING = frozenset(("number", "code", "time", "colour"))  # "since Monday" only dates
VAGUE = frozenset("unknown it this that these those they he she everyone everything there".split())


def other_subject(pair: Pair) -> Judgement | None:
    """Two people, or two numbered things, have nothing to settle."""
    new, old = pair.new, pair.old
    given = (pair.said.subject, pair.held.subject)
    if pair.has_one_key and (None in given or given[0] == given[1]):
        return None
    if not is_one_subject(new, old):
        return Judgement(Relation.UNRELATED, 1.0, "about different people or things")
    if new.identifiers and old.identifiers and new.identifiers != old.identifiers:
        return Judgement(Relation.UNRELATED, 1.0, "identifiers differ")
    return None


def same_words(pair: Pair) -> Judgement | None:
    new, old = pair.new, pair.old
    is_same = new.text == old.text or (
        new.frame == old.frame and new.values == old.values and words_of(new) == words_of(old)
        and new.identifiers == old.identifiers and new.polarity == old.polarity
    )  # fmt: skip
    if is_same and not pair.denial_differs:
        return Judgement(Relation.RESTATED, 1.0, "the same words")
    return None


def somebody_unnamed(pair: Pair) -> Judgement | None:
    """ "They are calm" and "they are loud" may be of two; only a given key says that they are one."""
    given = (pair.said.subject, pair.held.subject)
    if pair.has_one_key or not any(who in VAGUE for who in given if who):
        return None
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "nobody says of whom")


def preference_turned(pair: Pair) -> Judgement | None:
    """ "Tea to coffee", then "coffee to tea": the words are the same, their order is not."""
    new, old = pair.new, pair.old
    if new.verb != "prefer" or old.verb != "prefer" or words_of(new) != words_of(old):
        return None
    if new.words == old.words or len(words_of(new)) < 3:
        return None
    return _contradicted(pair, "one preference, turned round")


def liking(pair: Pair) -> Judgement | None:
    """Tastes are many, but one thing is liked or disliked, not both."""
    new, old = pair.new, pair.old
    if not (new.polarity and old.polarity):
        return None
    extra = len(words_of(new) ^ words_of(old))
    if not pair.are_states:
        return None
    if extra == 0 or (extra == 1 and (is_within(new, old) or is_within(old, new))):
        if new.polarity == old.polarity:
            return Judgement(Relation.RESTATED, pair.score, "the same taste of the same thing")
        return _contradicted(pair, "liked before, disliked now, or the reverse")
    if pair.has_one_key and not pair.is_many_valued:
        return None
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "tastes of different things")


def denial(pair: Pair) -> Judgement | None:
    """One of the two denies what the other says."""
    if not pair.denial_differs:
        return None
    new, old = pair.new, pair.old
    if share(words_of(new), words_of(old)) < PLENTY or clash(pair):
        return None
    denied, affirmed = (new, old) if denies(new, pair.said) else (old, new)
    extra = words_of(denied) - words_of(affirmed)
    if not pair.has_one_key and not _is_one_proposition(pair, denied, extra):
        return None
    if (new.is_indefinite or old.is_indefinite) and (extra or not pair.is_near):
        return None
    if not pair.has_one_key and any(value.kind in FILLING for value in denied.values - affirmed.values):
        return None  # "there is no brown dog" says nothing of a golden one
    if (len(extra) > 1 and not pair.has_one_key) or denied.names - affirmed.names:
        return None
    if len(words_of(affirmed) - words_of(denied)) > max(2, len(words_of(denied))) and not pair.has_one_key:
        return None
    if new.has_ended:
        return Judgement(Relation.RESOLVED, max(pair.score, GATE), "it is said to be so no longer")
    return _contradicted(pair, "one proposition, denied by one of them")


def _is_one_proposition(pair: Pair, denied: Signature, extra: frozenset[str]) -> bool:
    """Both state it, of one verb; or the denial, "it is false that", holds nothing but what it denies."""
    if pair.new.mood is not pair.old.mood or pair.new.mood is Mood.WISH:
        return False
    return pair.has_one_verb or (not extra and len(words_of(denied)) > 1)


def ending(pair: Pair) -> Judgement | None:
    """ "Stopped", "no longer", "is over": history, unless something is put in its place."""
    new, old = pair.new, pair.old
    if not new.has_ended or old.has_ended or not pair.shared:
        return None
    if not pair.has_one_key and (new.mood is Mood.WISH or old.mood is not Mood.STATE):
        return None
    if share(words_of(new), words_of(old)) < PLENTY and not pair.has_one_key:
        return None
    fresh = (words_of(new) - words_of(old)) or (new.values - old.values)
    is_replaced = fresh and new.is_now and (old.values or old.names or len(new.frame) > 6)
    if clash(pair) or is_replaced:
        return _contradicted(pair, "ended, and something took its place")
    return Judgement(Relation.RESOLVED, max(pair.score, GATE), "it is said to be so no longer")


def taken_up_again(pair: Pair) -> Judgement | None:
    """ "I no longer play the harp", then "I play the harp"."""
    new, old = pair.new, pair.old
    if not old.has_ended or new.has_ended or pair.denial_differs or not pair.shared:
        return None
    if new.mood is not Mood.STATE or not is_within(new, old):
        return None
    return _contradicted(pair, "ended before, and so again")


def many_values(pair: Pair) -> Judgement | None:
    """Languages, allergies, pets: a second one leaves the first standing."""
    if not pair.is_many_valued:
        return None
    new, old = pair.new, pair.old
    if (
        says_again(pair)
        or (is_within(new, old) and pair.are_states)
        or (pair.has_one_key and (is_within(new, old) or is_within(old, new)))
    ):
        return Judgement(Relation.RESTATED, max(pair.score, GATE), "one of several values, said again")
    if (found := clash(pair)) and not new.is_additional and pair.is_near:
        return _replaced(pair, found)
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "an attribute that holds several values")


def one_key(pair: Pair) -> Judgement | None:
    """A shared key or slot says that the attribute is one: only the value is compared."""
    if not pair.has_one_key:
        return None
    new, old = pair.new, pair.old
    score = max(pair.score, GATE)
    if found := clash(pair):
        return _replaced(pair, found)
    if is_within(new, old) or is_within(old, new):
        return Judgement(Relation.RESTATED, score, "one key, the same value")
    if pair.said.belief_key is None and is_vaguer(new, old):
        return Judgement(Relation.UNRELATED, 1.0 - score, "the one may be a name of the other")
    if new.names - old.names and old.names - new.names:
        return Judgement(Relation.CONTRADICTED, score, "one key, another name")
    is_valued_alike = new.values == old.values or has_same_values(new, old)
    if is_valued_alike and (new.names & old.names or restated_values(new, old)):
        return Judgement(Relation.RESTATED, score, "one key, the same value in other words")
    if pair.similarity is not None and pair.similarity >= SAME_SENSE:
        return Judgement(Relation.RESTATED, score, "one key, nearly the same sense")
    return Judgement(Relation.CONTRADICTED, score, "one key, another value")


def it_is_now(pair: Pair) -> Judgement | None:
    """ "It's now osprey", said right after "The password is heron"."""
    new, old = pair.new, pair.old
    is_pronoun = signature(new.text).subject is None
    if not (pair.are_neighbours and is_pronoun and new.is_now and old.attribute):
        return None
    fresh = words_of(new) - words_of(old) | {v.text for v in new.values - old.values if v.kind in FILLING}
    is_going_on = any(w.rstrip(".!").endswith("ing") for w in new.text.split())  # "it's now raining"
    if not fresh or len(words_of(new)) > 2 or is_going_on:
        return None
    return _contradicted(pair, "a pronoun, a change, the topic just before")


def surely_replaced(pair: Pair) -> Judgement | None:
    """One count of one thing, or one place of one topic: plain whatever else the two sentences say."""
    if pair.is_near or not pair.score or pair.has_one_key or pair.denial_differs:
        return None  # the keyer gives 0 to what a word tells apart, as red bins and green ones
    if pair.new.is_indefinite or pair.old.is_indefinite:
        return None
    found = clash(pair)
    return _replaced(pair, found) if found and is_plain(pair, *found) else None


def surely_ended(pair: Pair) -> Judgement | None:
    """The very words, denied: "I smoke", "I don't smoke anymore"."""
    new, old = pair.new, pair.old
    if pair.is_near or words_of(new) - {"anymor"} != words_of(old) or new.mood is Mood.WISH:
        return None
    return ending(pair) or denial(pair)


def below_the_gate(pair: Pair) -> Judgement | None:
    if pair.is_near or pair.has_one_key:
        return None
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "different attributes")


def nobody_in_particular(pair: Pair) -> Judgement | None:
    """ "A man is running" and "a man is asleep" may well be two men."""
    new, old = pair.new, pair.old
    if not (new.is_indefinite or old.is_indefinite) or pair.denial_differs:
        return None
    if is_within(old, new) or words_of(new) == words_of(old):
        return Judgement(Relation.RESTATED, pair.score, "the same proposition")
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "about nobody in particular")


def value_replaced(pair: Pair) -> Judgement | None:
    found = clash(pair)
    return _replaced(pair, found) if found else None


def same_claim(pair: Pair) -> Judgement | None:
    """All that one says the other says; or nearly the same words with the same values."""
    if pair.denial_differs or pair.new.has_ended != pair.old.has_ended:
        return None
    if says_again(pair):
        return Judgement(Relation.RESTATED, pair.score, "the same topic and the same values")
    if is_paraphrase(pair):
        return Judgement(Relation.RESTATED, pair.score, "the same in nearly the same words")
    return None


def favourite_replaced(pair: Pair) -> Judgement | None:
    """One thing at a time is the favourite of its kind, whatever else the sentence wishes."""
    new, old = pair.new, pair.old
    if not (new.has_favourite and old.has_favourite and pair.names_differ):
        return None
    if not pair.shared - {"prefer", "obsess", "go-to"}:
        return None
    return _contradicted(pair, "one favourite before, another now")


def nothing_to_replace(pair: Pair) -> Judgement | None:
    """What happened stays so, and what is wished is no fact yet."""
    if pair.are_states:
        return None
    moods = {pair.new.mood, pair.old.mood}
    reason = "a wish, a plan or a remark" if Mood.WISH in moods else "what happened stays so"
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, reason)


def name_replaced(pair: Pair) -> Judgement | None:
    new, old = pair.new, pair.old
    if not pair.names_differ or new.polarity:
        return None
    is_one_attribute = bool(new.attribute) and pair.has_one_attribute
    if is_one_attribute or is_another_word(pair) or _is_said_to_change(pair):
        said = f"{min(old.names - new.names)} before, {min(new.names - old.names)} now"
        return Judgement(Relation.CONTRADICTED, pair.score, f"one topic, another name: {said}")
    return None


def word_replaced(pair: Pair) -> Judgement | None:
    if not pair.added or not pair.dropped or pair.new.polarity:
        return None
    if is_another_word(pair):
        return Judgement(Relation.CONTRADICTED, pair.score, "one topic, another word in the same place")
    if _is_said_to_change(pair):
        return Judgement(Relation.CONTRADICTED, pair.score, "one topic, and the newer speaks of a change")
    return None


def _is_said_to_change(pair: Pair) -> bool:
    """ "Switched", "moved", "replaced", of the topic the older claim is about."""
    if not pair.new.marks_change:
        return False
    is_of_topic = bool(pair.old.attribute) and pair.old.attribute <= words_of(pair.new)
    return pair.has_one_verb or is_of_topic or len(pair.shared) > 1


def _contradicted(pair: Pair, reason: str) -> Judgement:
    return Judgement(Relation.CONTRADICTED, max(pair.score, GATE), reason)


def _replaced(pair: Pair, found: tuple[Value, Value]) -> Judgement:
    now, before = found
    unit = " ".join(sorted(now.unit & before.unit))
    reason = f"one {now.kind} replaced: {before.text} before, {now.text} now{f' ({unit})' if unit else ''}"
    return Judgement(Relation.CONTRADICTED, max(pair.score, GATE), reason)
