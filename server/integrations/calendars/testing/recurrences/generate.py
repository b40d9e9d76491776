"""Writes recurrences.json: rules with the times that python-dateutil gives for them.

Each row is [rule, start, from, times]: the first times of the rule at or after `from`, ten at most
and within six years (one for those within a day), all on one wall clock. The first rows are RFC 5545's examples and rules that libraries got wrong,
the others are random, from a fixed seed.
"""
import datetime
import itertools
import json
import random
import sys

from dateutil.rrule import rrulestr

MOST_TIMES = 10
YEARS = 6
YEARS_WITHIN_A_DAY = 1
RANDOM_RULES = 500
RANDOM_RULES_OF_YEARS = 200
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

KNOWN = [
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "20260131T180000"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "20260130T180000"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "20260131T180000"),
    ("FREQ=DAILY;BYMONTHDAY=-1", "20260131T180000"),
    ("FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1", "20240331T180000"),
    ("FREQ=YEARLY;BYDAY=20MO", "20250519T180000"),
    ("FREQ=YEARLY;BYDAY=-1SU,1MO", "20250519T180000"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "19970512T090000"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=SU", "19970512T090000"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=FR", "19970512T090000"),
    ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH,SU", "19970512T090000"),
    ("FREQ=YEARLY;BYWEEKNO=-1,1;BYDAY=MO", "19970512T090000"),
    ("FREQ=YEARLY;BYHOUR=9,17;BYMINUTE=0,30", "19970512T093000"),
    ("FREQ=YEARLY;BYMONTH=1;BYDAY=MO;BYHOUR=8;BYSETPOS=-1", "19970512T093000"),
    ("FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "19961105T090000"),
    ("FREQ=YEARLY;BYDAY=FR;BYYEARDAY=-275,-276,-277,-278,-279,-280,-281", "20060331T020000"),
    ("FREQ=YEARLY;BYMONTHDAY=31,15,1;BYYEARDAY=60,366", "19990802T233000"),
    ("FREQ=YEARLY;BYMONTHDAY=1,15;BYYEARDAY=200,-366;BYHOUR=7,22;BYMINUTE=0,30;BYSETPOS=1;WKST=SU", "20240101T070000"),
    ("FREQ=YEARLY;BYMONTHDAY=31,1;BYDAY=FR,WE;BYWEEKNO=52,33;BYMINUTE=0,30", "20240131T141500"),
    ("FREQ=YEARLY;BYMONTHDAY=30;BYDAY=WE,MO,FR;BYWEEKNO=2,53", "19990511T101500"),
    ("FREQ=YEARLY;INTERVAL=3;BYDAY=TH,SU,FR;BYWEEKNO=-1,10", "20251206T193000"),
    ("FREQ=YEARLY;BYMONTHDAY=-31;BYYEARDAY=-366,-1;BYHOUR=6,10", "20240505T161500"),
    ("FREQ=YEARLY;BYWEEKNO=1;BYYEARDAY=1,2,365,366", "20200101T100000"),
    ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=29,30,31;BYWEEKNO=1,53;BYDAY=MO,TU,WE;COUNT=7", "20150101T100000"),
    ("FREQ=YEARLY", "19400229T000000"),
    ("FREQ=YEARLY", "16040505T000000"),
    ("FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200,366,-1", "20180101T090000"),
    ("FREQ=MONTHLY", "20260131T090000"),
    ("FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11,12,13,14,15", "19970910T090000"),
    ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "19970902T090000"),
    ("FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "19970913T090000"),
    ("FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3", "19970904T090000"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "19970929T090000"),
    ("FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU", "19970907T090000"),
    ("FREQ=MONTHLY;BYDAY=-2MO", "19970922T090000"),
    ("FREQ=MONTHLY;BYDAY=5WE", "20260128T090000"),
    ("FREQ=MONTHLY;BYMONTHDAY=15,30", "20070115T090000"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,-1;BYHOUR=8,20;BYSETPOS=1,-1", "20260101T080000"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "19970805T090000"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "19970805T090000"),
    ("FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=MO,WE,FR", "19970901T090000"),
    ("FREQ=WEEKLY;BYMONTH=7,8;BYDAY=SA", "20250705T090000"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "20250703T090000"),
    ("FREQ=DAILY;BYMONTH=1", "19980101T090000"),
    ("FREQ=DAILY;BYDAY=MO;INTERVAL=3", "20260101T090000"),
    ("FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,20,40;BYSETPOS=1,-1", "20260101T090000"),
    ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "20260312T183000"),
    ("FREQ=DAILY;INTERVAL=7;BYDAY=FR", "20260312T183000"),
    ("FREQ=HOURLY;INTERVAL=5", "20260312T183000"),
    ("FREQ=HOURLY;INTERVAL=3;BYHOUR=9,12,15;BYDAY=MO", "20260312T090000"),
    ("FREQ=MINUTELY;INTERVAL=90", "20260312T183000"),
    ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11", "20260312T090000"),
]


def some(pick, values, most):
    return sorted(pick.sample(list(values), pick.randint(1, most)))


def joined(values):
    return ",".join(str(value) for value in values)


def random_rule(pick):
    freq = pick.choice(["YEARLY", "MONTHLY", "WEEKLY", "DAILY"] * 5 + ["HOURLY"])
    parts = ["FREQ=" + freq]
    if pick.random() < 0.4:
        parts.append("INTERVAL=%d" % pick.randint(2, 5 if freq == "YEARLY" else 11))
    monthdays = [*range(1, 32), *range(-31, 0)]
    selects = False
    if pick.random() < 0.4:
        parts.append("BYMONTH=" + joined(some(pick, range(1, 13), 4)))
        selects = True
    if freq == "YEARLY" and pick.random() < 0.2:
        parts.append("BYWEEKNO=" + joined(some(pick, [*range(1, 54), *range(-51, 0)], 3)))
        parts.append("BYDAY=" + joined(pick.sample(WEEKDAYS, pick.randint(1, 4))))
        selects = True
    elif freq == "YEARLY" and pick.random() < 0.2:
        parts.append("BYYEARDAY=" + joined(some(pick, [*range(1, 367), *range(-366, 0)], 4)))
        selects = True
    elif freq != "WEEKLY" and pick.random() < 0.35:
        parts.append("BYMONTHDAY=" + joined(some(pick, monthdays, 5)))
        selects = True
    if not any("BYWEEKNO" in part for part in parts) and pick.random() < 0.5:
        days = pick.sample(WEEKDAYS, pick.randint(1, 4))
        if freq in ("MONTHLY", "YEARLY") and pick.random() < 0.5:
            days = ["%d%s" % (pick.choice([1, 2, 3, 4, 5, -1, -2, -5]), day) for day in days]
        parts.append("BYDAY=" + joined(days))
        selects = True
    if pick.random() < 0.25:
        parts.append("BYHOUR=" + joined(some(pick, range(24), 3)))
        selects = True
    if pick.random() < 0.2:
        parts.append("BYMINUTE=" + joined(some(pick, [0, 10, 15, 30, 45], 3)))
        selects = True
    if selects and freq != "HOURLY" and pick.random() < 0.3:
        parts.append("BYSETPOS=" + joined(some(pick, [1, 2, 3, -1, -2], 2)))
    if pick.random() < 0.3:
        parts.append("WKST=" + pick.choice(WEEKDAYS))
    if pick.random() < 0.25:
        parts.append("COUNT=%d" % pick.randint(1, 300))
    return ";".join(parts)


def random_rule_of_years(pick):
    """A yearly rule that chooses its days in two ways or more."""
    ways = [
        ("BYMONTHDAY", lambda: joined(some(pick, [*range(1, 32), *range(-31, 0)], 8))),
        ("BYYEARDAY", lambda: joined(some(pick, [*range(1, 367), *range(-366, 0)], 60))),
        ("BYWEEKNO", lambda: joined(some(pick, [*range(1, 54), *range(-51, 0)], 12))),
        ("BYDAY", lambda: joined(pick.sample(WEEKDAYS, pick.randint(1, 4)))),
    ]
    parts = ["FREQ=YEARLY"]
    if pick.random() < 0.2:
        parts.append("INTERVAL=%d" % pick.randint(2, 4))
    if pick.random() < 0.2:
        parts.append("BYMONTH=" + joined(some(pick, range(1, 13), 6)))
    for name, values in pick.sample(ways, pick.choice([2, 2, 3, 4])):
        parts.append(name + "=" + values())
    if pick.random() < 0.25:
        parts.append("BYHOUR=" + joined(some(pick, range(24), 3)))
    if pick.random() < 0.3:
        parts.append("BYSETPOS=" + joined(some(pick, [1, 2, 3, -1, -2], 2)))
    if pick.random() < 0.3:
        parts.append("WKST=" + pick.choice(WEEKDAYS))
    if pick.random() < 0.25:
        parts.append("COUNT=%d" % pick.randint(1, 60))
    return ";".join(parts)


def times(rule, start, first):
    # Without an end dateutil looks up to the year 9999 for the 30th of February.
    within_a_day = rule.startswith(("FREQ=HOURLY", "FREQ=MINUTELY", "FREQ=SECONDLY"))
    years = YEARS_WITHIN_A_DAY if within_a_day else YEARS
    ended = "%s;UNTIL=%s" % (rule, written(first + datetime.timedelta(days=years * 366)))
    try:
        return list(itertools.islice(rrulestr(ended, dtstart=start).xafter(first, inc=True), MOST_TIMES))
    except ValueError as error:
        if "empty set" not in str(error):
            raise
        return []  # An hour that its interval never reaches.


def written(time):
    return "%04d%s" % (time.year, time.strftime("%m%dT%H%M%S"))


def row(rule, start, first):
    return [rule, written(start), written(first), [written(time) for time in times(rule, start, first)]]


def main():
    pick = random.Random(5545)
    rows = []
    for rule, start in KNOWN:
        begins = datetime.datetime.strptime(start, "%Y%m%dT%H%M%S")
        rows.append(row(rule, begins, max(begins, datetime.datetime(2026, 3, 1))))
        rows.append(row(rule, begins, begins))
    while len(rows) < 2 * len(KNOWN) + RANDOM_RULES:
        begins = datetime.datetime(1996, 1, 1) + datetime.timedelta(minutes=pick.randrange(31 * 525_960))
        rule = random_rule(pick)
        frequent = rule.startswith("FREQ=HOURLY")
        first = begins + datetime.timedelta(days=pick.randrange(60 if frequent else 6_000))
        rows.append(row(rule, begins, first))
    pick = random.Random(9554)
    for _ in range(RANDOM_RULES_OF_YEARS):
        begins = datetime.datetime(1996, 1, 1) + datetime.timedelta(minutes=pick.randrange(31 * 525_960))
        first = begins + datetime.timedelta(days=pick.randrange(6_000))
        rows.append(row(random_rule_of_years(pick), begins, first))
    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in rows)
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write("[\n" + lines + "\n]\n")


main()
