import FermataDomain

/// A row of the `todo` table as a to-do.
enum ToDoRow {
    /// The columns of an item.
    static let itemColumns = [
        "title", "description", "day", "moment", "place", "address", "latitude", "longitude", "town_only", "artist",
        "music",
    ]
    /// A `SELECT` of to-dos.
    static let select = select(from: "todo")

    /// A `SELECT` of to-dos from a table with the same columns; conditions call the table `todo`.
    static func select(from table: String) -> String {
        let columns = (["number", "done"] + itemColumns).map { "todo.\($0)" }.joined(separator: ", ")
        return "SELECT \(columns) FROM \(table) AS todo"
    }

    /// Reads the columns.
    static func toDo(_ row: RawStatement) -> ToDo {
        let item = ToDoItem(
            title: row.text("title"), description: row.text("description"),
            timestamp: timestamp(day: row.optionalText("day"), moment: row.optionalInteger("moment")),
            location: location(row),
            subject: subject(row))
        return ToDo(number: Int(row.integer("number")), item: item, isDone: row.integer("done") != 0)
    }

    /// Binds an item's columns.
    static func bind(_ item: ToDoItem, to statement: RawStatement) {
        let (day, moment): (Day?, Moment?) =
            switch item.timestamp {
            case .day(let day): (day, nil)
            case .moment(let moment): (nil, moment)
            case nil: (nil, nil)
            }
        let (music, artist): (MusicID?, String?) =
            switch item.subject {
            case .music(let id): (id, nil)
            case .artist(let name): (nil, name)
            case nil: (nil, nil)
            }
        statement.bind(item.title, to: "title")
        statement.bind(item.description, to: "description")
        statement.bind(day?.description, to: "day")
        statement.bind(moment?.seconds, to: "moment")
        statement.bind(item.location?.name, to: "place")
        bind(item.location, to: statement)
        statement.bind(artist, to: "artist")
        statement.bind(music?.stored, to: "music")
    }

    /// Binds the columns of a place beside its name: address, coordinate and precision.
    static func bind(_ location: Location?, to statement: RawStatement) {
        statement.bind(location?.address, to: "address")
        statement.bind(location?.coordinate?.latitudeUnits, to: "latitude")
        statement.bind(location?.coordinate?.longitudeUnits, to: "longitude")
        statement.bind(location?.isTownOnly == true ? 1 : 0, to: "town_only")
    }

    /// Returns nil for values that are no day and no moment.
    static func timestamp(day: String?, moment: Int?) -> Timestamp? {
        if let day = day.flatMap({ Day($0) }) { return .day(day) }
        return moment.flatMap { Moment(seconds: $0) }.map(Timestamp.moment)
    }

    private static func location(_ row: RawStatement) -> Location? {
        guard let name = row.optionalText("place") else { return nil }
        var location = Location(name: name, address: row.optionalText("address"))
        if let latitude = row.optionalInteger("latitude"), let longitude = row.optionalInteger("longitude") {
            location.coordinate = Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
            location.isTownOnly = location.coordinate != nil && row.integer("town_only") != 0
        }
        return location
    }

    private static func subject(_ row: RawStatement) -> ToDoSubject? {
        if let name = row.optionalText("artist") { return .artist(name) }
        return row.optionalInteger("music").map { .music(MusicID(UInt64(bitPattern: Int64($0)))) }
    }
}
