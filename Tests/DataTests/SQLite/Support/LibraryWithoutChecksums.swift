import GRDB

/// Copies libraries into files whose pages have no room for checksums, as another program can do.
enum LibraryWithoutChecksums {
    static func make(at path: String, from library: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS library", arguments: [library])
            for name in ["application_id", "user_version"] {
                let value = try Int.fetchOne(db, sql: "PRAGMA library.\(name)") ?? 0
                try db.execute(sql: "PRAGMA main.\(name) = \(value)")
            }
            let parts = try Row.fetchAll(
                db,
                sql: """
                    SELECT type, name, sql FROM library.sqlite_schema
                        WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY type <> 'table', rowid
                    """)
            let isKnown = "SELECT 1 FROM main.sqlite_schema WHERE name = ?"
            for part in parts {
                let (type, name, sql): (String, String, String) = (part["type"], part["name"], part["sql"])
                // A virtual table creates its own tables.
                if try Row.fetchOne(db, sql: isKnown, arguments: [name]) == nil {
                    try db.execute(sql: sql.replacing("CREATE VIRTUAL TABLE ", with: "CREATE VIRTUAL TABLE main."))
                }
                guard type == "table", !sql.hasPrefix("CREATE VIRTUAL") else { continue }
                try db.execute(sql: "DELETE FROM main.\(name); INSERT INTO main.\(name) SELECT * FROM library.\(name)")
            }
            try db.execute(
                sql: """
                    DELETE FROM main.sqlite_sequence;
                    INSERT INTO main.sqlite_sequence SELECT * FROM library.sqlite_sequence;
                    DETACH library
                    """)
        }
        try queue.close()
    }
}
