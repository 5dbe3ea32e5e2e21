/// Changes a to-do, and looks up its address if that changes.
public struct EditToDoUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let geocoder: any Geocoder
    private let listener: Listener

    public init(toDos: any ToDoRepository, geocoder: any Geocoder, listener: Listener) {
        self.toDos = toDos
        self.geocoder = geocoder
        self.listener = listener
    }

    /// Changes the to-do with a number and returns it once the change is durable.
    ///
    /// The to-do keeps its number, section and position. Stores an address without a coordinate if it is unknown or the
    /// geocoder fails. Throws `ToDoError.blankTitle` or `.notFound` before the lookup.
    public func execute(_ number: Int, _ edit: ToDoEdit) async throws -> EditedToDo {
        if let title = edit.title, title.isBlank { throw ToDoError.blankTitle }
        guard let known = try await toDos.toDo(number, allowing: listener.filter) else {
            throw ToDoError.notFound(number)
        }
        var geocoding = GeocodingResult.notRequested
        if let address = edit.address, edit.changesAddress(of: known.item) {
            geocoding = try await geocoder.geocoding(of: address)
        }
        let place = geocoding.place
        let toDo = try await toDos.update(number, allowing: listener.filter) { edit.apply(to: &$0, found: place) }
        return EditedToDo(toDo: toDo, geocoding: geocoding)
    }
}

/// The result of changing a to-do.
public struct EditedToDo: Equatable, Sendable {
    public var toDo: ToDo
    /// `.notRequested` if the address is unchanged.
    public var geocoding: GeocodingResult

    public init(toDo: ToDo, geocoding: GeocodingResult) {
        self.toDo = toDo
        self.geocoding = geocoding
    }
}
