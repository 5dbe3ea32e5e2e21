/// What a person has set on a song and some sources store, too: a bookmark, which is a star there, or a rating.
public protocol Annotation: Equatable, Sendable {
    /// The value of a song without the annotation.
    static var empty: Self { get }
}

extension Bool: Annotation {
    public static var empty: Bool { false }
}

extension Optional: Annotation where Wrapped == Rating {
    public static var empty: Rating? { nil }
}

/// The bookmark of a song, and the star of one source.
public typealias StarState = AnnotationState<Bool>

/// The rating of a song, and that of one source.
public typealias RatingState = AnnotationState<Rating?>

/// An annotation of a song, what one source knows of it, and the change that waits for this source.
///
/// A change waits from the moment that the annotation changes until the source shows it. The annotation is the state
/// that the source shall have: a later change replaces an earlier one.
public struct AnnotationState<Value: Annotation>: Equatable, Sendable {
    /// How far the delivery of a waiting change is.
    public enum Delivery: Int, Sendable {
        /// No change was sent since the last one that the source has shown.
        case unsent
        /// The source may have received this change or an earlier one.
        case sent
        /// The source has accepted this change, and does not show it yet.
        case accepted
    }

    /// A change that waits for the source.
    public struct Change: Equatable, Sendable {
        /// The position in the order of changes. Greater than those of all earlier changes.
        public var number: Int
        public var delivery: Delivery

        public init(number: Int, delivery: Delivery = .unsent) {
            (self.number, self.delivery) = (number, delivery)
        }
    }

    /// The annotation in the library, which the source shall have.
    public private(set) var value: Value
    /// What the source has, as far as the library knows; nil before its first read.
    public private(set) var known: Value?
    public private(set) var change: Change?

    public init(_ value: Value = .empty, known: Value? = nil, change: Change? = nil) {
        (self.value, self.known, self.change) = (value, known, change)
    }

    /// Whether a change has to be sent.
    public var isWaiting: Bool { change.map { $0.delivery != .accepted } ?? false }

    /// Changes the annotation; `number` is that of the change.
    ///
    /// A change back to the source's state does not wait, unless the source may have received the first change. A
    /// repository may make the same transition of many songs at once.
    public mutating func set(_ value: Value, number: Int) {
        guard value != self.value else { return }
        self.value = value
        let wasSent = change.map { $0.delivery != .unsent } ?? false
        change = wasSent || known != value ? Change(number: number, delivery: wasSent ? .sent : .unsent) : nil
    }

    /// Records that a program begins to send the change.
    public mutating func send() {
        if change?.delivery == .unsent { change?.delivery = .sent }
    }

    /// Records that the source has accepted a change to `value`; `next` is the number of a change that now waits.
    ///
    /// If the annotation has changed meanwhile, this delivery may have reverted the later change.
    public mutating func accept(_ value: Value, number: Int, next: Int) {
        if isCurrent(value, number: number) { change?.delivery = .accepted }
        resendChange(revertedBy: value, next: next)
    }

    /// Records that the source may or may not have received a change to `value`, now or later.
    public mutating func fail(_ value: Value, next: Int) {
        resendChange(revertedBy: value, next: next)
    }

    /// Records that the source no longer has the song to which a change was sent: it has no annotation then.
    public mutating func miss(_ value: Value, number: Int) {
        if isCurrent(value, number: number) { (known, change) = (.empty, nil) }
    }

    /// Applies what the source has sent; `number` is that of a change that then waits.
    ///
    /// A waiting change overrides the source's state: it ends if both are equal, and still waits otherwise. Without
    /// one, the annotation follows the source. At the first read, an annotation of either side overrides the lack of
    /// one; if both sides have one, the library shows its own, and each stays until one of them is changed.
    public mutating func read(_ value: Value, number: Int) {
        if let change {
            if value == self.value {
                (known, self.change) = (value, nil)
            } else if change.delivery == .accepted {
                self.change?.delivery = .sent
            }
            return
        }
        guard known != value else { return }
        let isFirst = known == nil
        known = value
        if !isFirst || self.value == .empty {
            self.value = value
        } else if value == .empty {
            change = Change(number: number)
        }
    }

    /// Records that the song has joined one with an annotation: if the source has none, its next read sends that.
    public mutating func join() {
        if value != .empty, known == .empty, change == nil { known = nil }
    }

    /// Forgets what is known of the source, whose address now may lead to another server.
    public mutating func forget() { known = nil }

    private func isCurrent(_ value: Value, number: Int) -> Bool { change?.number == number && value == self.value }

    /// A later change that was not sent counts as sent, so that a change back still waits.
    private mutating func resendChange(revertedBy value: Value, next: Int) {
        if value != self.value || change?.delivery == .unsent { change = Change(number: next, delivery: .sent) }
    }
}
