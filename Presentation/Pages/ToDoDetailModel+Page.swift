import FermataDomain

extension ToDoDetailModel {
    /// Where what it is about is shown; nil where it is about nothing, or about what is not in the library.
    public var subjectAddress: PageAddress? {
        switch row.toDo.item.subject {
        case .artist(let name): .artist(name)
        case .music(let id): music.map { _ in .music(id) }
        case nil: nil
        }
    }
}
