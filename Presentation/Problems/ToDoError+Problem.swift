public import FermataDomain

extension ToDoError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .notFound(let number):
            ProblemModel(
                .notFound, "No to-do has the number \(number).",
                hint: audience == .user ? "Find numbers with: fermata todo" : nil)
        case .blankTitle:
            ProblemModel(
                .invalidInput, "A to-do needs a title.", hint: audience == .user ? "Nothing was saved." : nil,
                field: "title")
        }
    }
}

extension ToDoDocumentError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .invalid(let path, let failure):
            ProblemModel(
                .invalidFile, "Cannot read \(path): \(DocumentFailureText(failure).text).",
                hint: "Existing to-dos are unchanged.")
        case .cannotRead(let path, let failure):
            ProblemModel(.unreadableFile, "Cannot read \(path): \(StorageFailureText(failure).text).")
        case .cannotWrite(let path, let failure):
            ProblemModel(
                .cannotCreate, "Cannot write \(path): \(StorageFailureText(failure).text).",
                hint: Self.hint(failure))
        }
    }

    private static func hint(_ failure: StorageFailure) -> String? {
        switch failure {
        case .exists: "Use --force to replace it."
        case .unsupported: "Choose a file, or - for standard output."
        default: nil
        }
    }
}
