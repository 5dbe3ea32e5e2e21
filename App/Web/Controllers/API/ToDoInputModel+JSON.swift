import FermataPresentation

extension ToDoInputModel {
    /// The members of the body that `filled(from:)` reads.
    static let members = ["title", "description", "due", "place", "address"]

    func filled(from body: JSONBody) -> ToDoInputModel {
        var input = self
        input.title = body["title"] ?? ""
        input.description = body["description"] ?? ""
        input.date = body["due"] ?? ""
        input.place = body["place"] ?? ""
        input.address = body["address"] ?? ""
        return input
    }
}

extension AddedToDoModel {
    /// The row as JSON, with the messages about how it was added.
    var json: [UInt8] {
        var bytes = RowsJSON.one(row)
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
