"""Writes compared.json: random calendars with the busy times that icalendar and recurring-ical-events find.

Each row is {"text": [lines], "want": [[start, end], ...]}: the busy times in UTC within the window, for a
streamer in Paris, what touches joined.
"""
import datetime
import json
import random
import sys
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

HOME = ZoneInfo("Europe/Paris")
UTC = datetime.timezone.utc
FROM = datetime.datetime(2026, 3, 1, tzinfo=UTC)
TO = datetime.datetime(2026, 12, 1, tzinfo=UTC)
CALENDARS = 120
ZONES = ["Europe/Paris", "America/New_York", "Asia/Tokyo", "Pacific/Chatham", "Asia/Kathmandu", "America/Sao_Paulo"]
DAY = datetime.timedelta(days=1)


def stamp(time):
    return time.strftime("%Y%m%dT%H%M%S")


class Event:
    """An event on one wall clock, with what may be said of it in other forms."""

    def __init__(self, pick, uid):
        self.pick = pick
        self.uid = uid
        self.zone = pick.choice(ZONES)
        self.all_day = pick.random() < 0.25
        start = datetime.datetime(2025, 11, 1) + datetime.timedelta(minutes=15 * pick.randrange(4 * 24 * 300))
        self.start = start.replace(hour=0, minute=0) if self.all_day else start
        self.length = pick.choice([1, 2, 4, 7]) * datetime.timedelta(minutes=15)
        if self.all_day:
            self.length = pick.choice([1, 1, 2, 5]) * DAY
        self.rule = self.random_rule() if pick.random() < 0.7 else None

    def random_rule(self):
        pick = self.pick
        rule = pick.choice([
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
            "FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=YEARLY",
        ])
        if pick.random() < 0.4:
            return rule + ";COUNT=%d" % pick.randint(2, 30)
        return rule + ";UNTIL=" + self.until()

    def until(self):
        # Not at an occurrence itself: with pytz the library takes UNTIL by the offset of DTSTART's season.
        last = self.start + self.pick.randint(1, 300) * DAY + (DAY if self.all_day else DAY / 12)
        if self.all_day:
            return last.strftime("%Y%m%d")
        return stamp(last.replace(tzinfo=ZoneInfo(self.zone)).astimezone(UTC)) + "Z"

    def line(self, name, time):
        if self.all_day:
            return "%s;VALUE=DATE:%s" % (name, time.strftime("%Y%m%d"))
        return "%s;TZID=%s:%s" % (name, self.zone, stamp(time))

    def elsewhere(self, name, time):
        """The same instant in UTC or in another zone."""
        if self.all_day:
            return self.line(name, time)
        zone = self.pick.choice([None, *ZONES])
        there = time.replace(tzinfo=ZoneInfo(self.zone)).astimezone(ZoneInfo(zone) if zone else UTC)
        return "%s:%sZ" % (name, stamp(there)) if zone is None else "%s;TZID=%s:%s" % (name, zone, stamp(there))

    def ends(self, start):
        if self.all_day or self.pick.random() < 0.5:
            return self.line("DTEND", start + self.length)
        return "DURATION:PT%dM" % (self.length.total_seconds() // 60)

    def lines(self):
        pick = self.pick
        body = ["BEGIN:VEVENT", "UID:" + self.uid, "DTSTAMP:20260101T000000Z", self.line("DTSTART", self.start), self.ends(self.start)]
        more = []
        if self.rule:
            body.append("RRULE:" + self.rule)
            times = self.occurrences()
            for time in pick.sample(times, min(len(times), pick.randint(0, 3))):
                body.append(self.elsewhere("EXDATE", time))
            for time in pick.sample(times, min(len(times), pick.randint(0, 3))):
                moved = time + pick.choice([-2, 1, 3]) * (DAY if self.all_day else datetime.timedelta(minutes=45))
                more += ["BEGIN:VEVENT", "UID:" + self.uid, "DTSTAMP:20260101T000000Z", self.line("RECURRENCE-ID", time),
                         self.line("DTSTART", moved), self.ends(moved), "SEQUENCE:1", "END:VEVENT"]
        elif pick.random() < 0.2:
            body.append(self.line("RDATE", self.start + 9 * DAY))
        return body + ["END:VEVENT"] + more

    def occurrences(self):
        """Some of the rule's times on the wall, for exceptions."""
        from dateutil.rrule import rrulestr
        rule = self.rule.split(";UNTIL")[0].split(";COUNT")[0]
        return list(rrulestr(rule, dtstart=self.start).between(self.start, self.start + 60 * DAY, inc=True))


def instant(time):
    if isinstance(time, datetime.datetime):
        # Through the wall clock, since pytz may have kept the offset of another day.
        zone = getattr(time.tzinfo, "zone", None)
        return time.replace(tzinfo=ZoneInfo(zone) if zone and zone != "UTC" else UTC).astimezone(UTC)
    return datetime.datetime(time.year, time.month, time.day, tzinfo=HOME).astimezone(UTC)


def busy(text):
    calendar = icalendar.Calendar.from_ical(text)
    found = []
    for event in recurring_ical_events.of(calendar).between(FROM - DAY, TO + DAY):
        start, end = instant(event["DTSTART"].dt), instant(event["DTEND"].dt)
        found.append((max(start, FROM), min(end, TO)))
    joined = []
    for start, end in sorted(found):
        if end <= start:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([start, end])
    return [[start.strftime("%Y-%m-%dT%H:%MZ"), end.strftime("%Y-%m-%dT%H:%MZ")] for start, end in joined]


def main():
    pick = random.Random(5546)
    rows = []
    while len(rows) < CALENDARS:
        events = [Event(pick, "e%d" % index) for index in range(pick.choice([1, 1, 2]))]
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", *[line for event in events for line in event.lines()], "END:VCALENDAR"]
        rows.append({"text": lines, "want": busy("\r\n".join(lines) + "\r\n")})
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")


main()
