public import FermataDomain

/// The title, counts and links of a section of the list of to-dos.
public struct ToDosPageModel: Equatable, Sendable {
    private let section: ToDoSection
    private let window: Window
    private let total: Int

    public init(_ section: ToDoSection, window: Window, total: Int) {
        self.section = section
        self.window = window
        self.total = total
    }

    public var title: String { section == .toDo ? "To-do" : "Done" }
    public var countText: String { CountText.grouped(total) }
    public var emptyText: String { paging.emptyText(.toDos(section)) }
    public var paging: PagingModel {
        PagingModel(window, total: total) { window in
            .toDos.withQuery([("section", ToDoSectionKey(section).rawValue)] + window.queryItems)
        }
    }
}
