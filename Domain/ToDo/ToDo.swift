public import Foundation

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

/// When a to-do is due: a day in any time zone, or a moment.
public enum DueDate: Hashable, Sendable {
    case day(Day)
    case moment(Moment)

    private static let secondsPerDay = 86_400

    /// The date and time that clocks in a time zone show, in seconds since they showed 1970-01-01T00:00; a day is as
    /// early as its start.
    package func localSeconds(in timeZone: TimeZone) -> Int {
        switch self {
        case .day(let day): day.number * Self.secondsPerDay
        case .moment(let moment): moment.seconds + timeZone.secondsFromGMT(for: moment.date)
        }
    }
}

/// The music or artist of the library that a to-do is about.
public enum ToDoSubject: Hashable, Sendable {
    case music(MusicID)
    /// An artist, by name.
    case artist(String)
}

/// A named place with its address and coordinate, if known.
public struct Location: Hashable, Sendable {
    public var name: String
    /// The address as entered.
    public var address: String?
    public var coordinate: Coordinate?
    /// Whether only the town of the address is known; the coordinate is its centre.
    public var isTownOnly: Bool

    public init(name: String, address: String? = nil, coordinate: Coordinate? = nil, isTownOnly: Bool = false) {
        self.name = name
        self.address = address
        self.coordinate = coordinate
        self.isTownOnly = isTownOnly
    }

    /// Returns this place with the values that only the other one has; nil if they are different places.
    ///
    /// Places with the same name are the same if one of them has no coordinate, or if they have the same coordinate and
    /// no different addresses. An address with a coordinate replaces one without.
    func merging(_ other: Location) -> Location? {
        guard name == other.name else { return nil }
        var location = self
        location.address = address ?? other.address
        guard let point = other.coordinate else { return location }
        if coordinate == nil {
            location.address = other.address ?? address
            (location.coordinate, location.isTownOnly) = (point, other.isTownOnly)
            return location
        }
        guard coordinate == point, address == nil || other.address == nil || address == other.address else {
            return nil
        }
        location.isTownOnly = isTownOnly || other.isTownOnly
        return location
    }
}

/// A numbered item of the list of to-dos.
public struct ToDo: Equatable, Sendable, Identifiable {
    /// Identifies the to-do for people; numbers increase and are never reused.
    public let number: Int
    public var item: ToDoItem
    public var isDone: Bool

    public init(number: Int, item: ToDoItem, isDone: Bool = false) {
        self.number = number
        self.item = item
        self.isDone = isDone
    }

    public var id: Int { number }
}

/// A section of the list of to-dos.
public enum ToDoSection: Hashable, Sendable, CaseIterable {
    case toDo, done
}

/// The order of to-dos within a section.
public enum ToDoOrder: Equatable, Sendable {
    /// The order in which they were added to the section.
    case list
    /// By date and time as clocks in a time zone show them; a day comes before its times, and the undated come last.
    case date(in: TimeZone)
}

/// A request for to-dos of one section, or of both with the open ones first.
public struct ToDoQuery: Equatable, Sendable {
    public var section: ToDoSection?
    public var order: ToDoOrder
    /// Whether each section is in reverse order; undated to-dos stay last, and equal dates stay in the list's order.
    public var isReversed: Bool
    public var window: Window

    public init(
        section: ToDoSection? = nil, order: ToDoOrder = .list, isReversed: Bool = false, window: Window = .all
    ) {
        self.section = section
        self.order = order
        self.isReversed = isReversed
        self.window = window
    }
}

/// An error about one to-do.
public enum ToDoError: Error, Equatable, Sendable {
    case notFound(Int)
    /// A to-do needs a title.
    case blankTitle
}
