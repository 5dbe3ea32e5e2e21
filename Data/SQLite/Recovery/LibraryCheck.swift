import FermataDomain
import GRDB

/// Checks a library's file without changing it.
struct LibraryCheck {
    private let path: String

    init(path: String) {
        self.path = path
    }

    /// Throws `LibraryError.cannotOpen`, `.newerVersion` or `.busy`.
    func findings() throws -> Set<LibraryFinding> {
        do {
            guard try LibraryHeader.check(path: path) != .nothing else { return [] }
            if try hasForeignLog() { return [.foreignLog] }
            var findings = try logFindings()
            // Opened first and closed last: it cannot write, so SQLite does not copy the log into the file at the end.
            let reader = try DatabaseQueue(path: LibraryAccessMode.readablePath(path), configuration: Self.reading)
            defer { withExtendedLifetime(reader) {} }
            findings.formUnion(try reader.inDatabase(Self.findings))
            if findings.isEmpty, LibraryAccessMode.obstacle(to: path) == nil {
                findings.formUnion(try searchIndexFindings())
            }
            return findings
        } catch LibraryError.damaged {
            return [.file]
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: return [.file]
            case .SQLITE_BUSY, .SQLITE_LOCKED: throw LibraryError.busy(path: path)
            default: throw LibraryError.cannotOpen(path: path, .other(error.message ?? "\(error.resultCode)"))
            }
        }
    }

    private static var reading: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// Whether the file is intact without its log, but not with it.
    ///
    /// SQLite would copy the log into the file as if it belonged to it.
    func hasForeignLog() throws -> Bool {
        guard let log = try DatabaseBytes(path: path + "-wal"), !WriteAheadLog(log).offsets.isEmpty else {
            return false
        }
        guard try !isConsistent(path) else { return false }
        return try isConsistent(LibraryAccessMode.immutable(path))
    }

    private func isConsistent(_ path: String) throws -> Bool {
        do {
            return try DatabaseQueue(path: path, configuration: Self.reading).inDatabase(LibraryIntegrity.isConsistent)
        } catch DatabaseError.SQLITE_CORRUPT, DatabaseError.SQLITE_NOTADB {
            return false
        }
    }

    private func logFindings() throws -> Set<LibraryFinding> {
        guard let log = try DatabaseBytes(path: path + "-wal") else { return [] }
        return WriteAheadLog(log).damagedFrames > 0 ? [.log] : []
    }

    private static func findings(_ db: Database) throws -> Set<LibraryFinding> {
        guard try LibraryIntegrity.isConsistent(db) else { return [.file] }
        guard try db.tableExists("playlist") else { return [] }
        return try LibraryContentCheck.findings(in: db)
    }

    private func searchIndexFindings() throws -> Set<LibraryFinding> {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let writer = try DatabaseQueue(path: path, configuration: configuration)
        do {
            try writer.writeWithoutTransaction(LibraryIntegrity.checkSearchIndex)
            return []
        } catch DatabaseError.SQLITE_CORRUPT {
            return [.search]
        }
    }
}
