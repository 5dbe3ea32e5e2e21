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

/// Changes of a to-do; nil leaves a value unchanged.
public struct ToDoEdit: Equatable, Sendable {
    public var title: String?
    public var description: String?
    /// The new date; `.some(nil)` removes it.
    public var timestamp: DueDate??
    /// The new name of the place; the address is used as the name if this is blank.
    public var place: String?
    /// The new address; a blank one removes address and coordinate.
    public var address: String?
    /// The new subject; `.some(nil)` removes it.
    public var subject: ToDoSubject??

    public init(
        title: String? = nil, description: String? = nil, timestamp: DueDate?? = nil, place: String? = nil,
        address: String? = nil, subject: ToDoSubject?? = nil
    ) {
        self.title = title
        self.description = description
        self.timestamp = timestamp
        self.place = place
        self.address = address
        self.subject = subject
    }

    /// Returns whether the edit changes the address of an item, so that its coordinate is unknown.
    func changesAddress(of item: ToDoItem) -> Bool {
        address.map { $0 != item.location?.address ?? "" } ?? false
    }

    /// Changes an item; `found` is the place at its new address.
    func apply(to item: inout ToDoItem, found: Place?) {
        item.location = location(of: item, found: found)
        item.title = title ?? item.title
        item.description = description ?? item.description
        item.timestamp = timestamp ?? item.timestamp
        item.subject = subject ?? item.subject
    }

    private func location(of item: ToDoItem, found: Place?) -> Location? {
        let (old, oldAddress) = (item.location, item.location?.address ?? "")
        // If the address was used as the name of the place, the new address replaces it.
        let oldName = old?.name == oldAddress ? "" : old?.name ?? ""
        if changesAddress(of: item) {
            return Location(place: place ?? oldName, address: address ?? "", found: found)
        }
        guard let place, place != old?.name, var location = old ?? Location(place: place, address: "", found: nil)
        else {
            return old
        }
        guard let name = [place, oldAddress].first(where: { !$0.isBlank }) else { return nil }
        location.name = name
        return location
    }
}

/// Marks to-dos that the listener may see as done or not done.
public struct SetToDoDoneUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, listener: Listener) {
        self.toDos = toDos
        self.listener = listener
    }

    /// Moves to-dos to the other section and returns them once the change is durable.
    ///
    /// Throws `ToDoError.notFound` before any change.
    public func execute(_ numbers: [Int], isDone: Bool) async throws -> [ToDo] {
        try await toDos.setDone(isDone, of: numbers, allowing: listener.filter)
    }
}

/// Removes to-dos that the listener may see from the list.
public struct RemoveToDoUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, listener: Listener) {
        self.toDos = toDos
        self.listener = listener
    }

    /// Removes all of these to-dos, or none if one does not exist. Throws `ToDoError.notFound`.
    public func execute(_ numbers: [Int]) async throws {
        try await toDos.remove(numbers, allowing: listener.filter)
    }
}
