/// Adds a to-do with the coordinate of its address.
public struct AddToDoUsecase: Sendable {
    private static let placesLimit = 5
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
        let geocoding = try await geocode(draft.address)
        let addition = try await toDos.add([ToDoEntry(item: draft.item(at: geocoding.place?.coordinate))])[0]
        return AddedToDo(addition: addition, address: draft.address, geocoding: geocoding)
    }

    private func geocode(_ address: String) async throws -> Geocoding {
        guard !address.isBlank else { return .notAsked }
        do {
            let places = try await geocoder.places(at: address, limit: Self.placesLimit)
            guard let place = places.first else { return .notFound }
            return .found(place, others: Array(places.dropFirst()))
        } catch let failure as SourceFailure {
            return .failed(failure)
        }
    }
}

/// A to-do as entered.
public struct ToDoDraft: Equatable, Sendable {
    public var title: String
    public var description: String
    public var timestamp: Timestamp?
    /// The name of the place; the address names it if this is blank.
    public var place: String
    public var address: String
    public var subject: ToDoSubject?

    public init(
        title: String, description: String = "", timestamp: Timestamp? = nil, place: String = "",
        address: String = "", subject: ToDoSubject? = nil
    ) {
        self.title = title
        self.description = description
        self.timestamp = timestamp
        self.place = place
        self.address = address
        self.subject = subject
    }

    fileprivate func item(at coordinate: Coordinate?) -> ToDoItem {
        let name = [place, address].first { !$0.isBlank }
        return ToDoItem(
            title: title, description: description, timestamp: timestamp,
            location: name.map { Location(name: $0, coordinate: coordinate) }, subject: subject)
    }
}

/// The result of adding a draft.
public struct AddedToDo: Equatable, Sendable {
    public var addition: ToDoAddition
    /// The address as entered; the list does not store it beside the name of a place.
    public var address: String
    public var geocoding: Geocoding

    public init(addition: ToDoAddition, address: String, geocoding: Geocoding) {
        self.addition = addition
        self.address = address
        self.geocoding = geocoding
    }
}

/// The result of looking up an address.
public enum Geocoding: Equatable, Sendable {
    /// The draft has no address.
    case notAsked
    case found(Place, others: [Place])
    case notFound
    /// The geocoder could not be reached, or its response could not be read.
    case failed(SourceFailure)

    public var place: Place? { if case .found(let place, _) = self { place } else { nil } }
}
