import FermataDomain

extension StorageFailure {
    private static let codes: [(code: String, failure: StorageFailure)] = [
        ("full", .full), ("read-only", .readOnly), ("read-only-folder", .readOnlyFolder), ("permission", .permission),
        ("missing", .missing), ("folder-missing", .folderMissing), ("folder-not-created", .folderNotCreated),
        ("not-a-folder", .notAFolder), ("is-folder", .isFolder), ("name-in-use", .nameInUse),
        ("name-too-long", .nameTooLong), ("too-large", .tooLarge), ("link-loop", .linkLoop), ("removed", .removed),
        ("changed", .changed), ("locked", .locked), ("exists", .exists), ("not-empty", .notEmpty),
        ("is-library", .isLibrary), ("not-open", .notOpen), ("pipe-closed", .pipeClosed),
        ("unsupported", .unsupported), ("too-many-open-files", .tooManyOpenFiles), ("hardware", .hardware),
        ("not-a-library", .notALibrary),
    ]

    /// The text that the library stores. A failure that is known as a text only is stored as `unreadable`.
    var code: String { Self.codes.first { $0.failure == self }?.code ?? "unreadable" }

    init(code: String) {
        self = Self.codes.first { $0.code == code }?.failure ?? .unreadable
    }
}
