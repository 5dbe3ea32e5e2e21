public import FermataDomain

/// To-dos of every form, with texts that careless encoding loses.
public enum SampleDocument {
    public static let texts = [
        "Buy Hunky Dory", "챔버오케스트라 – 캐롤 모음", "e\u{301} é 𝄐 🎵 👩‍👩‍👧‍👦", " spaces at either end ", "\t", "$null", "true", "1",
        "a,b;c:d\"e\\f", "\\n \\N \\, \\; \\\\ \\", "<b>&amp;</b> ]]> &#13; <!-- --> %00", "^n ^' ^^",
        "one\ntwo\n\nthree\n",
        "one\rtwo\r\nthree", "\r", "NUL\0 ESC\u{1B}[31m BEL\u{7} DEL\u{7F}", "\0", "C1 \u{85}\u{9B} \u{2028}\u{2029}",
        "\u{202E}turned round\u{202C} \u{FEFF}\u{FFFD}\u{FFFE}\u{FFFF}", "END:VTODO\r\nEND:VCALENDAR\r\n",
        "</dict></array></plist>",
        "\u{FEFF}", "\u{FEFF}\u{FEFF} marked", "\n folded?", String(repeating: "é𝄐a", count: 1_200),
    ]

    /// The to-dos, all different.
    public static let all: [ToDo] = items.enumerated().map { index, item in
        ToDo(number: index + 1, item: item, isDone: index.isMultiple(of: 3))
    }

    private static let items: [ToDoItem] =
        texts.map { ToDoItem(title: $0) }
        + texts.map { ToDoItem(title: "description", description: $0) }
        + texts.map { ToDoItem(title: "place", location: Location(name: $0)) }
        + texts.map { ToDoItem(title: "address", location: Location(name: "Hall", address: $0)) }
        + texts.map { ToDoItem(title: "artist", subject: .artist($0)) }
        + timestamps.map { ToDoItem(title: "timestamp", timestamp: $0) }
        + points.map { ToDoItem(title: "point", location: Location(name: "here", coordinate: $0)) }
        + [
            ToDoItem(title: "nameless", location: Location(name: "")),
            ToDoItem(title: "nameless point", location: Location(name: "", coordinate: points.first)),
            ToDoItem(
                title: "town", location: Location(name: "Hall", coordinate: points.first, isTownOnly: true)),
            ToDoItem(
                title: "town", location: Location(name: "Hall", address: "", coordinate: points.first)),
            ToDoItem(title: "music", subject: .music(MusicID(0x0123_4567_89AB_CDEF))),
            ToDoItem(title: "music", subject: .music(MusicID(0))),
            ToDoItem(title: "music", subject: .music(MusicID(.max))),
            ToDoItem(title: "nameless artist", subject: .artist("")),
            ToDoItem(
                title: "all", description: "of it", timestamp: timestamps.first,
                location: Location(
                    name: "here", address: "Street 1, Town", coordinate: points.first, isTownOnly: true),
                subject: .artist("David Bowie")),
        ]

    private static let timestamps: [DueDate] =
        [(2024, 2, 29), (2026, 12, 24), (1, 1, 1), (9999, 12, 31), (1582, 10, 10), (1970, 1, 1), (2026, 3, 29)]
        .compactMap { Day(year: $0, month: $1, day: $2).map(DueDate.day) }
        + [0, -1, 86_399, 86_400, 951_782_400, 1_798_142_400, 1_774_746_000, -62_135_510_400, 253_402_214_399]
        .compactMap { Moment(seconds: $0).map(DueDate.moment) }

    private static let points: [Coordinate] = [
        (52.5, 13.4), (-33.8567844, 151.2152967), (90, 180), (-90, -180), (0, 0), (0.0000001, -0.0000001),
    ].compactMap { Coordinate(latitude: $0, longitude: $1) }
}

extension ToDo {
    /// The entry of the to-do in a document.
    public var entry: ToDoEntry { ToDoEntry(item: item, isDone: isDone) }
}
