public import FermataDomain

/// Items with difficult values: scripts, marks, controls, far places, days and moments.
public enum SampleToDos {
    public static let all: [ToDoItem] = [
        ToDoItem(
            title: "Hear Björk", description: "Bring the ticket.\nDoors open at 7.",
            timestamp: Moment(seconds: 1_798_139_400).map(DueDate.moment),
            location: Location(name: "Harpa", coordinate: Coordinate(latitude: 64.150_27, longitude: -21.932_86)),
            subject: .artist("Björk")),
        ToDoItem(title: "Buy “Hunky Dory”", timestamp: Day("2026-12-24").map(DueDate.day)),
        ToDoItem(title: "Listen", location: Location(name: "At home"), subject: .music(MusicID(.max))),
        ToDoItem(
            title: "Carols",
            location: Location(
                name: "Lotte Concert Hall", address: "300 Olympic-ro,\n송파구 \u{0}Seoul",
                coordinate: Coordinate(latitude: 37.566, longitude: 126.978_4), isTownOnly: true)),
        ToDoItem(title: "Nowhere", location: Location(name: "Hall", address: "")),
        ToDoItem(title: "", description: "no title"),
        ToDoItem(title: " \t\n", description: " ", location: Location(name: ""), subject: .artist("")),
        ToDoItem(title: "NUL\u{0}and\u{1B}[31mescape\u{7F}\u{9B}", description: "\u{0}", subject: .artist("\u{0}")),
        ToDoItem(
            title: "Quote \"'; DROP TABLE todo; --", description: "100%_[a]*?\\", location: Location(name: "'\0'")),
        ToDoItem(title: "👩🏽‍🎤🎄 캐롤 모음", description: "\u{202E}reversed\u{2066} مرحبا שלום", subject: .artist("챔버오케스트라")),
        ToDoItem(title: "e" + String(repeating: "\u{301}", count: 1_000), description: "\r\n\u{2028}\u{FEFF}"),
        ToDoItem(title: "Long", description: String(repeating: "la ", count: 10_000)),
        ToDoItem(title: "First day", timestamp: Day("0001-01-01").map(DueDate.day)),
        ToDoItem(title: "Leap day", timestamp: Day("2024-02-29").map(DueDate.day)),
        ToDoItem(title: "Last day", timestamp: Day("9999-12-31").map(DueDate.day)),
        ToDoItem(title: "First moment", timestamp: Moment(seconds: -62_135_510_400).map(DueDate.moment)),
        ToDoItem(title: "Epoch", timestamp: Moment(seconds: 0).map(DueDate.moment)),
        ToDoItem(title: "Last moment", timestamp: Moment(seconds: 253_402_214_399).map(DueDate.moment)),
        item(at: 0, 0), item(at: 90, 180), item(at: -90, -180), item(at: 1e-7, -1e-7),
        item(at: -33.856_784_4, 151.215_297),
        item(at: 89.999_999_9, -179.999_999_9),
    ]

    private static func item(at latitude: Double, _ longitude: Double) -> ToDoItem {
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return ToDoItem(title: "Far away", location: Location(name: "There", coordinate: coordinate))
    }
}
