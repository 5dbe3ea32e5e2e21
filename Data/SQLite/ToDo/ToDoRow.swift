internal import FermataDomain

/// A row of the `todo` table as a to-do.
enum ToDoRow {
    /// The columns of an item, in the order in which they are bound and read.
    static let said = [
        "title", "description", "day", "moment", "place", "address", "latitude", "longitude", "town_only", "artist",
        "music",
    ]
    private static let columns = (["number", "done"] + said.dropLast()).map { "todo.\($0)" }.joined(separator: ", ")

    /// A `SELECT` of to-dos that hides music that the filter does not allow; `shown` hides artists.
    ///
    /// With a restrictive filter, it also hides unknown music, whose status is unknown.
    static func select(allowing filter: ExplicitFilter = .all) -> String {
        guard let condition = filter.condition else { return "SELECT \(columns), todo.music FROM todo" }
        return "SELECT \(columns), music.id FROM todo LEFT JOIN music ON music.id = todo.music AND \(condition)"
    }

    /// Reads the columns.
    static func toDo(_ row: RawStatement) -> ToDo {
        let item = ToDoItem(
            title: row.text(2), description: row.text(3),
            timestamp: timestamp(day: row.optionalText(4), moment: row.optionalInteger(5)),
            location: location(row),
            subject: subject(row))
        return ToDo(number: Int(row.integer(0)), item: item, isDone: row.integer(1) != 0)
    }

    /// Hides an artist if the filter allows none of their music.
    static func shown(_ toDo: ToDo, of artists: ArtistSearch) throws -> ToDo {
        guard case .artist(let name) = toDo.item.subject, try !artists.mayBeNamed(name) else { return toDo }
        var toDo = toDo
        toDo.item.subject = nil
        return toDo
    }

    /// Binds an item's columns, starting at `first`.
    static func bind(_ item: ToDoItem, to statement: RawStatement, from first: Int32) {
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
        statement.bind(item.title, at: first)
        statement.bind(item.description, at: first + 1)
        statement.bind(day?.description, at: first + 2)
        statement.bind(moment?.seconds, at: first + 3)
        statement.bind(item.location?.name, at: first + 4)
        bind(item.location, to: statement, from: first + 5)
        statement.bind(artist, at: first + 9)
        statement.bind(music?.stored, at: first + 10)
    }

    /// Binds the columns of a place beside its name: address, coordinate and precision.
    static func bind(_ location: Location?, to statement: RawStatement, from first: Int32) {
        statement.bind(location?.address, at: first)
        statement.bind(location?.coordinate?.latitudeUnits, at: first + 1)
        statement.bind(location?.coordinate?.longitudeUnits, at: first + 2)
        statement.bind(location?.isTownOnly == true ? 1 : 0, at: first + 3)
    }

    /// Returns nil for values that are no day and no moment.
    static func timestamp(day: String?, moment: Int?) -> Timestamp? {
        if let day = day.flatMap({ Day($0) }) { return .day(day) }
        return moment.flatMap { Moment(seconds: $0) }.map(Timestamp.moment)
    }

    private static func location(_ row: RawStatement) -> Location? {
        guard let name = row.optionalText(6) else { return nil }
        var location = Location(name: name, address: row.optionalText(7))
        if let latitude = row.optionalInteger(8), let longitude = row.optionalInteger(9) {
            location.coordinate = Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
            location.isTownOnly = location.coordinate != nil && row.integer(10) != 0
        }
        return location
    }

    private static func subject(_ row: RawStatement) -> ToDoSubject? {
        if let name = row.optionalText(11) { return .artist(name) }
        return row.optionalInteger(12).map { .music(MusicID(UInt64(bitPattern: Int64($0)))) }
    }
}
