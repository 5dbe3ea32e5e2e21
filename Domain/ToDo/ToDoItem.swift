/// Something to hear next: a gig to go to, a record to buy, an album to listen to.
public struct ToDoItem: Hashable, Sendable {
    public var title: String
    public var description: String
    public var timestamp: Timestamp?
    public var location: Location?
    /// What of the library it is about.
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

    /// Whether an item says all that this one says, and may know its coordinate where this one does not.
    public func isSaid(by item: ToDoItem) -> Bool {
        self == item || (location != nil && location?.coordinate == nil && self == item.withoutCoordinate)
    }

    /// The item as it is while nobody knows where its place is.
    public var withoutCoordinate: ToDoItem {
        var item = self
        item.location?.coordinate = nil
        return item
    }
}

/// What of the library a to-do is about.
public enum ToDoSubject: Hashable, Sendable {
    case music(MusicID)
    /// An artist, by name.
    case artist(String)
}
