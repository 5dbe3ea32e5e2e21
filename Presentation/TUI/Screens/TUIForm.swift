import FermataDomain

/// The form for a new to-do, or for changes of an existing one.
struct TUIForm: Sendable {
    enum Purpose: Equatable, Sendable {
        /// `text` is the subject as the form shows it.
        case add(about: ToDoSubject?, text: String)
        /// Changes the to-do with a number.
        case edit(Int)
    }

    private static let limits: [ToDoInputModel.Field: Int] = [
        .title: 500, .description: 4_000, .date: 100, .place: 500, .address: 2_000,
    ]
    private static let labelWidth = 13
    let purpose: Purpose
    /// Whether the to-do is being saved; the form accepts no text meanwhile.
    var isSaving = false
    private var input: ToDoInputModel
    private var fields: [ToDoInputModel.Field: TUITextField]
    private var active = ToDoInputModel.Field.title
    private var isTouched = false

    init(_ input: ToDoInputModel, for purpose: Purpose) {
        self.input = input
        self.purpose = purpose
        fields = Self.limits.reduce(into: [:]) { fields, limit in
            fields[limit.key] = TUITextField(limit: limit.value)
            fields[limit.key]?.insert(input[keyPath: limit.key.path])
        }
    }

    var title: String {
        switch purpose {
        case .add: "A new to-do"
        case .edit(let number): "To-do \(number)"
        }
    }

    var discardQuestion: String {
        switch purpose {
        case .add: "Discard this to-do"
        case .edit: "Discard these changes"
        }
    }

    private var subjectText: String { if case .add(_, let text) = purpose { text } else { "" } }

    /// The current input.
    var draft: ToDoInputModel { input }
    var isAtLastField: Bool { active == ToDoInputModel.Field.allCases.last }
    /// The first problem that prevents saving.
    var problem: String? { input.firstProblem?.text }

    mutating func insert(_ text: String) { change { $0.insert(text) } }

    mutating func apply(_ edit: TUITextField.Edit) { change { $0.apply(edit) } }

    /// Activates the field `step` fields later, at most the first or last.
    mutating func move(by step: Int) {
        let all = ToDoInputModel.Field.allCases
        guard let index = all.firstIndex(of: active) else { return }
        active = all[max(0, min(index + step, all.count - 1))]
    }

    /// Activates the field on a line of the body, if there is one.
    mutating func select(line: Int, in lines: [TUILine]) {
        guard lines.indices.contains(line), case .field(let label, _, _) = lines[line] else { return }
        active = ToDoInputModel.Field.allCases.first { Self.label($0) == label } ?? active
    }

    /// Activates the address for correction after the to-do was saved without a coordinate.
    mutating func correctAddress() { (isSaving, active) = (false, .address) }

    /// Shows the problems of fields that were never edited.
    mutating func touch() { isTouched = true }

    private mutating func change(_ body: (inout TUITextField) -> Void) {
        guard !isSaving, var field = fields[active] else { return }
        body(&field)
        defer { fields[active] = field }
        // The field shows line breaks as spaces: the input keeps them until its text is changed.
        guard field.text != fields[active]?.text else { return }
        isTouched = true
        input[keyPath: active.path] = field.text
    }

    /// Returns the lines of the fields, each with its problem or interpretation below.
    func lines(height: Int) -> [TUILine] {
        var lines: [TUILine] = []
        var activeLine = 0
        for field in ToDoInputModel.Field.allCases {
            guard let text = fields[field] else { continue }
            if field == active { activeLine = lines.count }
            lines.append(.field(label: Self.label(field), text, isActive: field == active))
            lines.append(note(on: field))
        }
        if !subjectText.isEmpty { lines.append(.text(Self.indented("about", subjectText))) }
        let top = max(0, min(activeLine, lines.count - height))
        return Array(lines.dropFirst(top).prefix(height))
    }

    private func note(on field: ToDoInputModel.Field) -> TUILine {
        if isTouched, let problem = input.problem(of: field) { return .text(Self.indented("", problem), .problem) }
        guard field == .date, !input.dateText.isEmpty else { return .blank }
        return .text(Self.indented("", input.dateText), .aside)
    }

    private static func indented(_ label: String, _ text: String) -> String {
        label + String(repeating: " ", count: labelWidth - label.count) + text
    }

    private static func label(_ field: ToDoInputModel.Field) -> String {
        let name =
            switch field {
            case .title: "title"
            case .description: "description"
            case .date: "date"
            case .place: "place"
            case .address: "address"
            }
        return indented(name, "")
    }
}

extension ToDoInputModel.Field {
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
