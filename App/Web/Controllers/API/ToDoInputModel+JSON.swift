import FermataPresentation

extension ToDoInputModel {
    /// The members of the body that `filled(from:)` reads.
    static let members = ["title", "description", "due", "place", "address"]

    /// The input with the values of the body; a member that is null clears a value, and one that is missing keeps it.
    func filled(from body: JSONBody) -> ToDoInputModel {
        var input = self
        for (name, path) in Self.paths where body.names.contains(name) { input[keyPath: path] = body[name] ?? "" }
        return input
    }

    private static var paths: [(name: String, path: WritableKeyPath<ToDoInputModel, String>)] {
        [
            ("title", \.title), ("description", \.description), ("due", \.date), ("place", \.place),
            ("address", \.address),
        ]
    }
}

extension AddedToDoModel {
    /// The row as JSON, with the messages about how it was added.
    var json: [UInt8] { row.json(messages, lacksCoordinate: lacksCoordinate) }
}

extension EditedToDoModel {
    /// The row as JSON, with the messages about how it was changed.
    var json: [UInt8] { row.json(messages, lacksCoordinate: lacksCoordinate) }
}

extension ToDoCellModel {
    fileprivate func json(_ messages: [String], lacksCoordinate: Bool) -> [UInt8] {
        var bytes = RowsJSON.one(self)
        bytes.removeLast(2)
        bytes.append(",\"messages\":[")
        for (position, message) in messages.enumerated() {
            if position > 0 { bytes.append(",") }
            JSONText.append(message, to: &bytes)
        }
        bytes.append(contentsOf: "],\"lacksCoordinate\":\(lacksCoordinate)}\n".utf8)
        return bytes
    }
}
