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
