import FermataDomain

extension ToDoDetailModel {
    /// The page of the music or artist that it is about; nil without one in the library.
    public var subjectAddress: PageAddress? {
        switch row.toDo.item.subject {
        case .artist(let name): .artist(name)
        case .music(let id): music.map { _ in .music(id) }
        case nil: nil
        }
    }
}
