"""Writes to-dos as others do, or prints how others read them: todos.py read|write plist|ics FILE.

To-dos are JSON, an array of objects; what is written comes from standard input, what is read goes to standard output.
"""
import base64
import datetime
import json
import plistlib
import sys
import zoneinfo

import icalendar

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)


def exact(plain, data):
    """The text beside which there may be its exact bytes."""
    return plain if data is None else bytes(data).decode("utf-8")


def read_plist(path):
    with open(path, "rb") as file:
        records = plistlib.load(file)
    for record in records:
        place = record.get("locationKey")
        yield {
            "title": exact(record["titleKey"], record.get("titleExactKey")),
            "description": exact(record.get("itemDescriptionKey", ""), record.get("itemDescriptionExactKey")),
            "due": record.get("dayKey") or (int(record["timestampKey"]) if "timestampKey" in record else None),
            "place": place and exact(place["nameKey"], place.get("nameExactKey")),
            "latitude": place and place.get("latitudeKey"),
            "longitude": place and place.get("longitudeKey"),
            "music": record.get("musicKey"),
            "artist": exact(record.get("artistKey"), record.get("artistExactKey")),
            "done": record["doneKey"],
        }


def moment(value):
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    return (value - EPOCH) // datetime.timedelta(seconds=1)


def read_ics(path):
    with open(path, "rb") as file:
        calendar = icalendar.Calendar.from_ical(file.read())
    for todo in calendar.walk("VTODO"):
        def text(name):
            data = todo.get(f"X-FERMATA-{name.removeprefix('X-FERMATA-')}-EXACT")
            plain = todo.get(name)
            return exact(None if plain is None else str(plain), None if data is None else base64.b64decode(data.to_ical()))

        assert not todo.errors, todo.errors
        assert todo["UID"] and todo["DTSTAMP"]
        point = todo.get("GEO")
        yield {
            "title": text("SUMMARY"),
            "description": text("DESCRIPTION") or "",
            "due": moment(todo["DUE"].dt) if "DUE" in todo else None,
            "place": text("LOCATION"),
            "latitude": point and point.latitude,
            "longitude": point and point.longitude,
            "music": text("X-FERMATA-MUSIC"),
            "artist": text("X-FERMATA-ARTIST"),
            "done": str(todo["STATUS"]) == "COMPLETED",
        }


def write_plist(path, todos):
    records = []
    for todo in todos:
        record = {"titleKey": todo["title"]}
        if "description" in todo:
            record["itemDescriptionKey"] = todo["description"]
        if "due" in todo:
            record["timestampKey"] = todo["due"]
        if "latitude" in todo:
            point = {"latitudeKey": todo["latitude"], "longitudeKey": todo["longitude"]}
            record["locationKey"] = {"nameKey": todo["place"]} | point
        elif "place" in todo:
            record["locationKey"] = {"nameKey": todo["place"]}
        records.append(record)
    with open(path, "wb") as file:
        plistlib.dump(records, file)


def due(todo):
    """A day, or a moment in UTC, in a zone (`zone`), or in none (`floating`)."""
    if isinstance(todo["due"], str):
        return datetime.date.fromisoformat(todo["due"])
    moment = EPOCH + datetime.timedelta(seconds=todo["due"])
    if "zone" in todo:
        return moment.astimezone(zoneinfo.ZoneInfo(todo["zone"]))
    if "floating" in todo:
        return moment.astimezone(zoneinfo.ZoneInfo(todo["floating"])).replace(tzinfo=None)
    return moment


def write_ics(path, todos):
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Another program//EN")
    calendar.add("version", "2.0")
    for number, todo in enumerate(todos):
        component = icalendar.Todo()
        component.add("uid", f"{number}@example.org")
        component.add("dtstamp", EPOCH)
        component.add("summary", todo["title"])
        if "description" in todo:
            component.add("description", todo["description"])
        if "due" in todo:
            component.add("due", due(todo))
        if "place" in todo:
            component.add("location", todo["place"])
        if "latitude" in todo:
            component.add("geo", (todo["latitude"], todo["longitude"]))
        if todo.get("done"):
            component.add("status", "COMPLETED")
            component.add("completed", EPOCH)
        alarm = icalendar.Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", "not the to-do's own")
        component.add_component(alarm)
        calendar.add_component(component)
    calendar.add_missing_timezones()
    with open(path, "wb") as file:
        file.write(calendar.to_ical())


def main():
    verb, form, path = sys.argv[1:]
    if verb == "read":
        json.dump(list({"plist": read_plist, "ics": read_ics}[form](path)), sys.stdout)
        return
    todos = json.load(sys.stdin)
    {"plist": write_plist, "ics": write_ics}[form](path, todos)


main()
