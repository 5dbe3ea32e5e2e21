import FermataDomain

/// A form with text fields.
struct TUIForm: Sendable {
    private static let labelWidth = 13
    /// Whether the input is being saved; the form accepts no text meanwhile.
    var isSaving = false
    private(set) var input: TUIFormInput
    private var fields: [TUITextField]
    private var active = 0
    private var isTouched = false

    init(_ input: TUIFormInput) {
        self.input = input
        fields = input.fields.enumerated().map { index, field in
            // A stored text may be longer than the limit of its field.
            var text = TUITextField(limit: max(field.limit, input[index].unicodeScalars.count))
            text.insert(input[index])
            return text
        }
    }

    var isAtLastField: Bool { active == fields.count - 1 }
    /// The first problem that prevents saving.
    var problem: String? { input.firstProblem }

    mutating func insert(_ text: String) { change { $0.insert(text) } }

    mutating func apply(_ edit: TUITextField.Edit) { change { $0.apply(edit) } }

    /// Activates the field `step` fields later, at most the first or last.
    mutating func move(by step: Int) { active = max(0, min(active + step, fields.count - 1)) }

    /// Activates the field on a line of the body, if there is one.
    mutating func select(line: Int, in lines: [TUILine]) {
        guard lines.indices.contains(line), case .field(let label, _, _) = lines[line] else { return }
        active = input.fields.firstIndex { Self.indented($0.label, "") == label } ?? active
    }

    /// Activates a field for correction after it was saved only in part or rejected.
    mutating func correct(_ label: String?) {
        isSaving = false
        active = input.fields.firstIndex { $0.label == label } ?? active
    }

    /// Makes the next save change the to-do that the form has stored.
    mutating func edit(_ toDo: ToDo) {
        if case .toDo(let saved, _) = input { input = .toDo(saved.saved(as: toDo), for: .edit(toDo.number)) }
    }

    /// Shows the problems of fields that were never edited.
    mutating func touch() { isTouched = true }

    private mutating func change(_ body: (inout TUITextField) -> Void) {
        guard !isSaving else { return }
        let before = fields[active].text
        body(&fields[active])
        // The field shows line breaks as spaces: the input keeps them until its text is changed.
        guard fields[active].text != before else { return }
        isTouched = true
        input[active] = fields[active].text
    }

    /// Returns the lines of the fields, each with its problem or interpretation below.
    func lines(height: Int) -> [TUILine] {
        var lines: [TUILine] = []
        for (index, field) in input.fields.enumerated() {
            let label = Self.indented(field.label, "")
            let text = field.isSecret ? fields[index].masked : fields[index]
            lines.append(.field(label: label, text, isActive: index == active))
            lines.append(note(on: index))
        }
        if !input.subjectText.isEmpty { lines.append(.text(Self.indented("about", input.subjectText))) }
        let top = max(0, min(2 * active, lines.count - height))
        return Array(lines.dropFirst(top).prefix(height))
    }

    private func note(on index: Int) -> TUILine {
        if isTouched, let problem = input.problem(of: index) { return .text(Self.indented("", problem), .problem) }
        guard let note = input.note(on: index), !note.isEmpty else { return .blank }
        return .text(Self.indented("", note), .aside)
    }

    private static func indented(_ label: String, _ text: String) -> String {
        label + String(repeating: " ", count: labelWidth - label.count) + text
    }
}

/// The input of a form: the texts of its fields in their order, their problems, and the effect that saves them.
enum TUIFormInput: Equatable, Sendable {
    case toDo(ToDoInputModel, for: Purpose)
    /// A new source, or changes of the one with a name.
    case source(SourceInputModel, of: String?)
    case playlist(TUIPlaylistInput)

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
        case .playlist: [Field(label: "name", limit: Self.nameLimit)]
        }
    }

    private static let sourceLimit = 2_000
    private static let nameLimit = 1_000

    /// The text of a field.
    subscript(index: Int) -> String {
        get {
            switch self {
            case .toDo(let input, _): input[ToDoInputModel.Field.allCases[index]]
            case .source(let input, _): input[input.fields[index]]
            case .playlist(let input): input.name
            }
        }
        set {
            switch self {
            case .toDo(var input, let purpose):
                input[ToDoInputModel.Field.allCases[index]] = newValue
                self = .toDo(input, for: purpose)
            case .source(var input, let name):
                input[input.fields[index]] = newValue
                self = .source(input, of: name)
            case .playlist(var input):
                input.name = newValue
                self = .playlist(input)
            }
        }
    }

    /// The problem of a field in one sentence; nil if there is none.
    func problem(of index: Int) -> String? {
        switch self {
        case .toDo(let input, _): input.problem(of: ToDoInputModel.Field.allCases[index])
        case .source(let input, _): input.problem(of: input.fields[index])
        case .playlist(let input): input.problem
        }
    }

    /// A note on a field, such as the date as understood; nil if its label is sufficient.
    func note(on index: Int) -> String? {
        switch self {
        case .toDo(let input, _): ToDoInputModel.Field.allCases[index] == .date ? input.dateText : nil
        case .source(let input, _): input.note(on: input.fields[index])
        case .playlist: nil
        }
    }

    /// The first problem that prevents saving.
    var firstProblem: String? {
        switch self {
        case .toDo(let input, _): input.firstProblem?.text
        case .source(let input, _): input.firstProblem
        case .playlist(let input): input.problem
        }
    }

    var isChanged: Bool {
        switch self {
        case .toDo(let input, _): input.isChanged
        case .source(let input, _): input.isChanged
        case .playlist(let input): input.isChanged
        }
    }
}

extension ToDoInputModel.Field {
    fileprivate var label: String { self == .date ? "date" : rawValue }

    fileprivate var limit: Int {
        switch self {
        case .title: 500
        case .description: 4_000
        case .date: 100
        case .place: 500
        case .address: 2_000
        }
    }
}
