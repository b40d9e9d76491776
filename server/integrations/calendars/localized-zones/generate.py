"""Writes localized-zones.json: the world's zones by what they are called in other languages.

The names are Unicode CLDR's: of the cities, and of the times (« Mitteleuropäische Zeit »). Each zone
has those that its identifier does not say itself.
"""
import json
import sys

LANGUAGES = "en fr fr-CA de es es-MX it pt pt-PT nl".split()
LENGTHS = ("generic", "standard", "daylight")


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def cities(tree, path=""):
    for name, below in tree.items():
        here = path + "/" + name if path else name
        if "exemplarCity" in below:
            yield here, below["exemplarCity"]
        else:
            yield from cities({key: value for key, value in below.items() if isinstance(value, dict)}, here)


def main():
    core, dates, written = sys.argv[1:]
    windows = load(core + "/supplemental/windowsZones.json")["supplemental"]["windowsZones"]["mapTimezones"]
    known = {zone for row in windows for zone in row["mapZone"]["_type"].split()}
    maps = load(core + "/supplemental/metaZones.json")["supplemental"]["metaZones"]["metazones"]
    zone_of = {
        row["mapZone"]["_other"]: row["mapZone"]["_type"] for row in maps if row["mapZone"]["_territory"] == "001"
    }
    names = {}
    for language in LANGUAGES:
        data = load("%s/main/%s/timeZoneNames.json" % (dates, language))
        data = data["main"][language]["dates"]["timeZoneNames"]
        for zone, city in cities(data["zone"]):
            if zone in known and city != zone.split("/")[-1].replace("_", " "):
                names.setdefault(zone, set()).add(city)
        for time, forms in data["metazone"].items():
            if time in zone_of:
                long = forms.get("long", {})
                names.setdefault(zone_of[time], set()).update(long[form] for form in LENGTHS if form in long)
    with open(written, "w", encoding="utf-8") as file:
        json.dump({zone: " | ".join(sorted(names[zone])) for zone in sorted(names)}, file, ensure_ascii=False, indent=2)
        file.write("\n")


main()
