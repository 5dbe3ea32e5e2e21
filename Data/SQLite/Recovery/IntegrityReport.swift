import FermataDomain
import GRDB

/// Finds the tables and indexes that the messages of SQLite's `integrity_check` name.
///
/// Source: https://www.sqlite.org/pragma.html#pragma_integrity_check
struct IntegrityReport {
    let findings: Set<LibraryFinding>

    /// `names` are the names of the tables and indexes in the file; other names are ignored.
    init(_ messages: [String], names: Set<String>) {
        var (indexes, tables): ([String: Int], [String: Int]) = ([:], [:])
        var (pages, others): (Set<Int>, Int) = ([], 0)
        // One message about pages may have many lines.
        for line in messages.flatMap({ $0.split(separator: "\n").map(String.init) }) {
            if line.hasPrefix("***") { continue }
            if let name = Self.indexName(in: line), names.contains(name) {
                indexes[name, default: 0] += line.hasPrefix("wrong #") ? 0 : 1
            } else if let name = Self.tableName(in: line), names.contains(name) {
                tables[name, default: 0] += 1
            } else if let page = Self.pageWithWrongChecksum(in: line) {
                pages.insert(page)
            } else {
                others += 1
            }
        }
        let named = indexes.map { LibraryFinding.index($0, $1) } + tables.map { LibraryFinding.table($0, $1) }
        findings = Set(named).union(pages.map(LibraryFinding.page)).union(others > 0 ? [.file] : [])
    }

    /// `Page 7: unable to get the page. error code=8202`.
    private static func pageWithWrongChecksum(in line: String) -> Int? {
        line.firstMatch(of: /[Pp]age (\d+): unable to get the page\. error code=(\d+)/).flatMap { match in
            Int32(match.2) == ResultCode.SQLITE_IOERR_DATA.rawValue ? Int(match.1) : nil
        }
    }

    /// `row 7 missing from index NAME`, `wrong # of entries in index NAME`, `non-unique entry in index NAME`, …
    private static func indexName(in line: String) -> String? {
        let starts = ["row ", "rowid ", "wrong # ", "non-unique "]
        guard starts.contains(where: line.hasPrefix), let match = line.firstMatch(of: /\ index (.+)\z/) else {
            return nil
        }
        return String(match.1)
    }

    /// `NULL value in NAME.column`, `TEXT value in NAME.column`.
    private static func tableName(in line: String) -> String? {
        line.firstMatch(of: /^\S+ value in (.+)\.[^.]+\z/).map { String($0.1) }
    }
}
