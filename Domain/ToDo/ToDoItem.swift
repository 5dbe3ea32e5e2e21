/// Something to hear next: a concert, a record to buy, an album to listen to.
public struct ToDoItem: Hashable, Sendable {
    public var title: String
    public var description: String
    public var timestamp: DueDate?
    public var location: Location?
    /// The music or artist of the library that it is about.
    public var subject: ToDoSubject?

    public init(
        title: String, description: String = "", timestamp: DueDate? = nil, location: Location? = nil,
        subject: ToDoSubject? = nil
    ) {
        self.title = title
        self.description = description
        self.timestamp = timestamp
        self.location = location
        self.subject = subject
    }

    /// Returns this item with the address and coordinate that only the other item has; nil if the items differ in
    /// anything else.
    ///
    /// Returns an equal item if the other item has nothing new.
    public func merging(_ other: ToDoItem) -> ToDoItem? {
        guard let location, let otherLocation = other.location else { return self == other ? self : nil }
        guard let complete = location.merging(otherLocation) else { return nil }
        var (item, expected) = (self, other)
        item.location = complete
        expected.location = complete
        return item == expected ? item : nil
    }
}

/// The music or artist of the library that a to-do is about.
public enum ToDoSubject: Hashable, Sendable {
    case music(MusicID)
    /// An artist, by name.
    case artist(String)
}
