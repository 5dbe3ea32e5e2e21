/// The texts about the migration of a library of an older version.
package enum LibraryMigrationText {
    /// The message at the start of a migration.
    package static let start = """
        Updating the library, which an older version of Fermata made. This takes about a minute for a million songs; \
        if it is interrupted, the next command starts it again.
        """
}
