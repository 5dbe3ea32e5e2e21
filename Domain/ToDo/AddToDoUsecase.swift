/// Adds a to-do with the coordinate of its address.
public struct AddToDoUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let geocoder: any Geocoder

    public init(toDos: any ToDoRepository, geocoder: any Geocoder) {
        self.toDos = toDos
        self.geocoder = geocoder
    }

    /// Looks up the address of a draft and adds its to-do.
    ///
    /// Adds the to-do without a coordinate if the address is unknown or the geocoder fails. Does not add an existing
    /// to-do again. Throws `ToDoError.blankTitle` before the lookup.
    public func execute(_ draft: ToDoDraft) async throws -> AddedToDo {
        guard !draft.title.isBlank else { throw ToDoError.blankTitle }
        let geocoding = try await geocoder.geocoding(of: draft.address)
        let addition = try await toDos.add(
            [ToDoEntry(item: draft.item(at: geocoding.place))], isUndoable: true)[0]
        return AddedToDo(addition: addition, address: draft.address, geocoding: geocoding)
    }
}

/// A to-do as entered.
public struct ToDoDraft: Equatable, Sendable {
    public var title: String
    public var description: String
    public var timestamp: DueDate?
    /// The name of the place; the address is used as the name if this is blank.
    public var place: String
    public var address: String
    public var subject: ToDoSubject?

    public init(
        title: String, description: String = "", timestamp: DueDate? = nil, place: String = "",
        address: String = "", subject: ToDoSubject? = nil
    ) {
        self.title = title
        self.description = description
        self.timestamp = timestamp
        self.place = place
        self.address = address
        self.subject = subject
    }

    fileprivate func item(at found: Place?) -> ToDoItem {
        ToDoItem(
            title: title, description: description, timestamp: timestamp,
            location: Location(place: place, address: address, found: found), subject: subject)
    }
}

/// The result of adding a draft.
public struct AddedToDo: Equatable, Sendable {
    public var addition: ToDoAddition
    /// The address as entered.
    public var address: String
    public var geocoding: GeocodingResult

    public init(addition: ToDoAddition, address: String, geocoding: GeocodingResult) {
        self.addition = addition
        self.address = address
        self.geocoding = geocoding
    }
}
