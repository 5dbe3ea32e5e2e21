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
                .invalidFile, "Cannot read \(path): \(failure.clause).",
                hint: "Existing to-dos are unchanged.")
        case .cannotRead(let path, let failure):
            ProblemModel(.unreadableFile, "Cannot read \(path): \(failure.clause).")
        case .cannotWrite(let path, let failure):
            ProblemModel(
                .cannotCreate, "Cannot write \(path): \(failure.clause).",
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

extension DocumentFailure {
    /// Why a document of to-dos cannot be used, as a clause: "it is empty".
    var clause: String {
        switch self {
        case .empty: "it is empty"
        case .notCalendar: "it is not an iCalendar document"
        case .notPropertyList: "it is not a property list, or it is damaged"
        case .binaryPropertyList:
            "it is a binary property list, and only XML is read; plutil -convert xml1 or plistutil converts it"
        case .oldPropertyList:
            "it is a property list in the old OpenStep format, which plutil -convert xml1 converts"
        case .notAnArray: "it is a property list, but not an array of to-dos"
        case .noToDos: "it is a property list without to-dos"
        case .noValidToDos: "none of its to-dos is valid"
        case .tooLarge(let limit): "it has more than \(limit.byteLimitText)"
        case .tooManyValues: "it has more values than a list of to-dos of its length"
        case .tooDeep(let limit): "its components are nested deeper than \(limit) levels"
        case .missingEnd(let name): "it ends early, END:\(name) is missing"
        case .wrongEnd(let name, let expected, let line):
            "line \(line) is END:\(name) instead of END:\(expected)"
        case .outsideCalendar(let line): "line \(line) is outside of a calendar"
        case .record(let error): error.clause
        }
    }
}
