import FermataDomain

/// The input of a form: the texts of its fields in their order, their problems, and the effect that saves them.
enum TUIFormInput: Equatable, Sendable {
    case toDo(ToDoInputModel, for: Purpose)
    /// A new source, or changes of the one with a name.
    case source(SourceInputModel, of: String?)

    /// The purpose of a to-do's form.
    enum Purpose: Equatable, Sendable {
        /// `text` is the subject as the form shows it.
        case add(about: ToDoSubject?, text: String)
        /// Changes the to-do with a number.
        case edit(Int)
    }

    /// A field, and the maximum number of Unicode scalars of its text.
    struct Field: Equatable, Sendable {
        let label: String
        let limit: Int
        /// Whether the text is hidden while it is typed.
        var isSecret = false
    }

    var fields: [Field] {
        switch self {
        case .toDo: ToDoInputModel.Field.allCases.map { Field(label: $0.label, limit: $0.limit) }
        case .source(let input, _):
            input.fields.map { Field(label: $0.rawValue, limit: Self.sourceLimit, isSecret: $0 == .password) }
        }
    }

    private static let sourceLimit = 2_000

    /// The text of a field.
    subscript(index: Int) -> String {
        get {
            switch self {
            case .toDo(let input, _): input[keyPath: ToDoInputModel.Field.allCases[index].path]
            case .source(let input, _): input[input.fields[index]]
            }
        }
        set {
            switch self {
            case .toDo(var input, let purpose):
                input[keyPath: ToDoInputModel.Field.allCases[index].path] = newValue
                self = .toDo(input, for: purpose)
            case .source(var input, let name):
                input[input.fields[index]] = newValue
                self = .source(input, of: name)
            }
        }
    }

    /// The problem of a field in one sentence; nil if there is none.
    func problem(of index: Int) -> String? {
        switch self {
        case .toDo(let input, _): input.problem(of: ToDoInputModel.Field.allCases[index])
        case .source(let input, _): input.problem(of: input.fields[index])
        }
    }

    /// A note on a field, such as the date as understood; nil if its label is sufficient.
    func note(on index: Int) -> String? {
        switch self {
        case .toDo(let input, _): ToDoInputModel.Field.allCases[index] == .date ? input.dateText : nil
        case .source(let input, _): input.note(on: input.fields[index])
        }
    }

    /// The first problem that prevents saving.
    var firstProblem: String? {
        switch self {
        case .toDo(let input, _): input.firstProblem?.text
        case .source(let input, _): input.firstProblem
        }
    }

    var isChanged: Bool {
        switch self {
        case .toDo(let input, _): input.isChanged
        case .source(let input, _): input.isChanged
        }
    }
}

extension ToDoInputModel.Field {
    fileprivate var label: String {
        switch self {
        case .title: "title"
        case .description: "description"
        case .date: "date"
        case .place: "place"
        case .address: "address"
        }
    }

    fileprivate var limit: Int {
        switch self {
        case .title: 500
        case .description: 4_000
        case .date: 100
        case .place: 500
        case .address: 2_000
        }
    }

    fileprivate var path: WritableKeyPath<ToDoInputModel, String> {
        switch self {
        case .title: \.title
        case .description: \.description
        case .date: \.date
        case .place: \.place
        case .address: \.address
        }
    }
}
