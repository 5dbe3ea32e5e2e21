import FermataDomain
import GRDB

/// The SQL function that searches a name: `search_contains(name, forms)`, with one form of a word per line.
enum SearchFunction {
    private static let name = "search_contains"

    /// Defines the function on a connection.
    static func add(to db: Database) {
        db.add(
            function: DatabaseFunction(name, argumentCount: 2, pure: true) { values in
                guard let name = String.fromDatabaseValue(values[0]), let forms = String.fromDatabaseValue(values[1])
                else { return false }
                let text = SearchText([name]).text
                return forms.split(separator: "\n").contains { text.contains($0) }
            })
    }

    /// A condition on a column of names.
    static func condition(_ column: String, contains word: SearchWord, parameter: String) -> SQLCondition {
        SQLCondition("\(name)(\(column), :\(parameter))", [parameter: .text(word.forms.joined(separator: "\n"))])
    }
}
