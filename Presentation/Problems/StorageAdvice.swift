import FermataDomain

/// A sentence of advice about a storage failure.
struct StorageAdvice: Equatable, Sendable {
    let text: String

    init(_ failure: StorageFailure) {
        text =
            switch failure {
            case .full: "Free disk space and try again."
            case .readOnly, .readOnlyFolder, .permission, .unreadable, .folderNotCreated:
                "Check the permissions of the file and its folder, and try again."
            default: "Check the file and its folder, and try again."
            }
    }
}

extension StorageFailure {
    /// The kind of problem if a file of the library cannot be written.
    var problemKind: ProblemModel.Kind {
        switch self {
        case .full: .storageFull
        case .readOnly, .readOnlyFolder: .cannotCreate
        default: .cannotWrite
        }
    }
}
