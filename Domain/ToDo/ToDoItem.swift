/// Something to hear next: a concert, a record to buy, an album to listen to.
public struct ToDoItem: Hashable, Sendable {
    public var title: String
    public var description: String
    public var timestamp: Timestamp?
    public var location: Location?
    /// The music or artist of the library that it is about.
    public var subject: ToDoSubject?

    public init(
        title: String, description: String = "", timestamp: Timestamp? = nil, location: Location? = nil,
        subject: ToDoSubject? = nil
    ) {
        self.title = title
        self.description = description
        self.timestamp = timestamp
        self.location = location
        self.subject = subject
    }

    /// Returns whether an item equals this one, apart from a coordinate that only the other item has.
    public func isIncluded(in item: ToDoItem) -> Bool {
        self == item || (location != nil && location?.coordinate == nil && self == item.withoutCoordinate)
    }

    /// The same item without the coordinate of its place.
    public var withoutCoordinate: ToDoItem {
        var item = self
        item.location?.coordinate = nil
        return item
    }
}

/// The music or artist of the library that a to-do is about.
public enum ToDoSubject: Hashable, Sendable {
    case music(MusicID)
    /// An artist, by name.
    case artist(String)
}
