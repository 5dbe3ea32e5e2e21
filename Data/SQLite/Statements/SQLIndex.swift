/// An index of a table, and the statement that creates it.
struct SQLIndex: Sendable {
    let name: String
    let sql: String

    /// `columns` is the table with its columns: `music(id)`.
    init(name: String, on columns: String, isUnique: Bool = false) {
        self.name = name
        sql = "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(name) ON \(columns)"
    }
}
