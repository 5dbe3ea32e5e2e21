/// The texts around a form, and the effect that saves it.
extension TUIFormInput {
    var title: String {
        switch self {
        case .toDo(_, .add): "A new to-do"
        case .toDo(_, .edit(let number)): "To-do \(number)"
        case .source(_, nil): "A new source"
        case .source(_, let name?): "Source \(name)"
        }
    }

    /// The subject of a new to-do.
    var subjectText: String { if case .toDo(_, .add(_, let text)) = self { text } else { "" } }

    var discardQuestion: String {
        switch self {
        case .toDo(_, .add): "Discard this to-do"
        case .source(_, nil): "Discard this source"
        case .toDo(_, .edit), .source: "Discard these changes"
        }
    }

    var savingText: String {
        switch self {
        case .toDo(_, .add): "Adding the to-do…"
        case .toDo(_, .edit): "Saving the to-do…"
        case .source(_, nil): "Adding the source…"
        case .source: "Saving the source…"
        }
    }

    var saving: TUIEffect {
        switch self {
        case .toDo(let input, .add(let subject, _)): .addToDo(input, about: subject)
        case .toDo(let input, .edit(let number)): .editToDo(number, input)
        case .source(let input, nil): .addSource(input)
        case .source(let input, let name?): .editSource(name, input)
        }
    }
}
