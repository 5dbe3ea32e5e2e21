public import FermataDomain

extension LibraryError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        let library = isUser ? "the library \(path)" : "the library"
        return switch self {
        case .cannotOpen(_, let failure):
            ProblemModel(
                Self.openingKind(failure),
                "Cannot open \(library): \(failure.clause).",
                hint: isUser ? Self.openingHint(failure) : nil)
        case .cannotWrite(_, let failure):
            ProblemModel(
                failure.problemKind, "Cannot change \(library): \(failure.clause).",
                hint: isUser
                    ? "\(failure.advice) Stored music is unchanged." : "Stored music is unchanged.")
        case .newerVersion:
            ProblemModel(
                .invalidFile, "A newer version of Fermata made \(library).",
                hint: isUser ? "Use that version, or choose another file with --library." : nil)
        case .olderVersion:
            ProblemModel(
                .invalidFile, "An older version of Fermata made \(library), and this version cannot read it.",
                hint: isUser
                    ? """
                    Export it with that version (fermata library export FOLDER), and import the folder into a new library with \
                    this one; or choose another file with --library and sync again.
                    """ : nil)
        case .busy:
            ProblemModel(
                .busy, "Another program is changing \(library).",
                hint: isUser ? "Wait until the other program is finished, and try again." : nil)
        case .replaced:
            ProblemModel(
                .busy, "Another program repaired or restored \(library) during this operation.",
                hint: isUser ? "Run the command again." : "Try again.")
        case .damaged:
            ProblemModel(
                .damaged, "\(library.firstLetterUppercased) is damaged.",
                hint: isUser
                    ? "Fermata tries to repair it. Run the command again." : "The server stops. Start it again.")
        }
    }

    private static func openingKind(_ failure: StorageFailure) -> ProblemModel.Kind {
        switch failure {
        case .notALibrary: .invalidFile
        case .missing: .unreadableFile
        default: .cannotCreate
        }
    }

    private static func openingHint(_ failure: StorageFailure) -> String {
        let hint = "Choose another file with --library."
        return switch failure {
        case .notALibrary: hint + " If it was a library, run: fermata library repair"
        case .missing:
            hint + " To create a library there, add a source: fermata source add folder ~/Music --library PATH"
        case .removed: "Run the command again. If the library was moved, name it with --library."
        default: hint
        }
    }

    private var path: String {
        switch self {
        case .cannotOpen(let path, _), .cannotWrite(let path, _), .newerVersion(let path), .olderVersion(let path),
            .busy(let path), .damaged(let path), .replaced(let path):
            path
        }
    }
}

extension StorageFailure {
    /// A sentence of advice about the failure.
    var advice: String {
        switch self {
        case .full: "Free disk space and try again."
        case .readOnly, .readOnlyFolder, .permission, .unreadable, .folderNotCreated:
            "Check the permissions of the file and its folder, and try again."
        default: "Check the file and its folder, and try again."
        }
    }

    /// The kind of problem if a file of the library cannot be written.
    var problemKind: ProblemModel.Kind {
        switch self {
        case .full: .storageFull
        case .readOnly, .readOnlyFolder: .cannotCreate
        default: .cannotWrite
        }
    }

    /// The failure as a clause: "the disk is full".
    package var clause: String {
        switch self {
        case .full: "the disk is full"
        case .readOnly: "it is read-only"
        case .readOnlyFolder: "its folder is read-only"
        case .permission: "permission is denied"
        case .unreadable: "it cannot be read"
        case .missing: "the file does not exist"
        case .folderMissing: "its folder does not exist"
        case .folderNotCreated: "its folder cannot be created"
        case .notAFolder: "a part of its path is a file, not a folder"
        case .isFolder: "it is a folder"
        case .nameInUse: "another file has its name"
        case .nameTooLong: "its name is too long for this disk"
        case .tooLarge: "it is too large for this disk"
        case .linkLoop: "its symbolic links form a loop"
        case .removed: "it was removed while in use"
        case .changed: "it changed while in use"
        case .locked: "other programs are writing it"
        case .exists: "it exists already"
        case .notEmpty: "it is not empty"
        case .isLibrary: "it is the library itself"
        case .notOpen: "it is not open for this use"
        case .pipeClosed: "the reader has closed the pipe"
        case .unsupported: "this kind of file cannot be used"
        case .tooManyOpenFiles: "too many files are open"
        case .hardware: "the disk reports an error"
        case .notALibrary: "it is not a Fermata library"
        case .notRepairable(let cause): "it is damaged and cannot be repaired: \(cause.clause)"
        case .other(let text): text
        }
    }
}

extension UndoError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .nothingToUndo:
            ProblemModel(
                .notFound, "There is nothing to undo.",
                hint: """
                    The last \(UndoableChange.limit) changes of bookmarks, to-dos, playlists and the queue can be undone.
                    """)
        case .notLast:
            ProblemModel(.conflict, "This change is no longer the last one, so it was not undone.")
        }
    }
}
