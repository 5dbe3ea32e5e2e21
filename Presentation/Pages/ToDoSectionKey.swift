public import FermataDomain

/// A section of the list of to-dos, as addresses name it.
public enum ToDoSectionKey: String, Sendable, CaseIterable {
    case toDo = "to-do"
    case done

    init(_ section: ToDoSection) {
        switch section {
        case .toDo: self = .toDo
        case .done: self = .done
        }
    }

    public var section: ToDoSection {
        switch self {
        case .toDo: .toDo
        case .done: .done
        }
    }
}
