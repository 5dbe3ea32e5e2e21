public import FermataDomain

extension LibraryError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isUser = audience == .user
        let library = isUser ? "the library \(path)" : "the library"
        return switch self {
        case .cannotOpen(_, let failure):
            ProblemModel(
                Self.openingKind(failure),
                "Cannot open \(library): \(StorageFailureText(failure).text).",
                hint: isUser ? Self.openingHint(failure) : nil)
        case .cannotWrite(_, let failure):
            ProblemModel(
                failure.problemKind, "Cannot change \(library): \(StorageFailureText(failure).text).",
                hint: isUser
                    ? "\(StorageAdvice(failure).text) Stored music is unchanged." : "Stored music is unchanged.")
        case .newerVersion:
            ProblemModel(
                .invalidFile, "A newer version of Fermata made \(library).",
                hint: isUser ? "Use that version, or choose another file with --library." : nil)
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
        case .cannotOpen(let path, _), .cannotWrite(let path, _), .newerVersion(let path), .busy(let path),
            .damaged(let path), .replaced(let path):
            path
        }
    }
}
