/// The bookmark of a song, what one source knows of it, and the change that waits for this source.
///
/// A change waits from the moment that the bookmark changes until the source's stars show it. The bookmark is the state
/// that the source shall have: a later change replaces an earlier one. `StarSync` delivers changes and reads stars.
public struct StarState: Equatable, Sendable {
    /// How far the delivery of a waiting change is.
    public enum Delivery: Int, Sendable {
        /// No change was sent since the last one that the source has shown.
        case unsent
        /// The source may have received this change or an earlier one.
        case sent
        /// The source has accepted this change, and its stars do not show it yet.
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

    /// Whether the library bookmarks the song, so that the source shall have a star.
    public private(set) var isBookmarked: Bool
    /// Whether the source has a star, as far as the library knows; nil before its first read.
    public private(set) var known: Bool?
    public private(set) var change: Change?

    public init(isBookmarked: Bool = false, known: Bool? = nil, change: Change? = nil) {
        (self.isBookmarked, self.known, self.change) = (isBookmarked, known, change)
    }

    /// Whether a change has to be sent.
    public var isWaiting: Bool { change.map { $0.delivery != .accepted } ?? false }

    /// Sets or removes the bookmark; `number` is that of the change.
    ///
    /// A change back to the source's state does not wait, unless the source may have received the first change. A
    /// repository may make the same transition of many songs at once.
    public mutating func setBookmark(_ isBookmarked: Bool, number: Int) {
        guard isBookmarked != self.isBookmarked else { return }
        self.isBookmarked = isBookmarked
        let wasSent = change.map { $0.delivery != .unsent } ?? false
        change = wasSent || known != isBookmarked ? Change(number: number, delivery: wasSent ? .sent : .unsent) : nil
    }

    /// Records that a program begins to send the change.
    public mutating func send() {
        if change?.delivery == .unsent { change?.delivery = .sent }
    }

    /// Records that the source has accepted a change to `isStarred`; `next` is the number of a change that now waits.
    ///
    /// If the bookmark has changed meanwhile, this delivery may have reverted the later change.
    public mutating func accept(_ isStarred: Bool, number: Int, next: Int) {
        if isCurrent(isStarred, number: number) { change?.delivery = .accepted }
        resendChange(revertedBy: isStarred, next: next)
    }

    /// Records that the source may or may not have received a change to `isStarred`, now or later.
    public mutating func fail(_ isStarred: Bool, next: Int) {
        resendChange(revertedBy: isStarred, next: next)
    }

    /// Records that the source no longer has the song to which a change was sent: it has no star then.
    public mutating func miss(_ isStarred: Bool, number: Int) {
        if isCurrent(isStarred, number: number) { (known, change) = (false, nil) }
    }

    /// Applies what the source has sent; `number` is that of a change that then waits.
    ///
    /// A waiting change overrides the source's state: it ends if both are equal, and still waits otherwise. Without
    /// one, the bookmark follows the source. At the first read, a bookmark overrides the lack of a star.
    public mutating func read(_ isStarred: Bool, number: Int) {
        if let change {
            if isBookmarked == isStarred {
                (known, self.change) = (isStarred, nil)
            } else if change.delivery == .accepted {
                self.change?.delivery = .sent
            }
            return
        }
        guard known != isStarred else { return }
        let isFirst = known == nil
        known = isStarred
        if isStarred || !isFirst {
            isBookmarked = isStarred
        } else if isBookmarked {
            change = Change(number: number)
        }
    }

    /// Records that the song has joined a bookmarked one: without a star, the next read sends the bookmark.
    public mutating func join() {
        if isBookmarked, known == false, change == nil { known = nil }
    }

    /// Forgets what is known of the source, whose address now may lead to another server.
    public mutating func forget() { known = nil }

    private func isCurrent(_ isStarred: Bool, number: Int) -> Bool {
        change?.number == number && isBookmarked == isStarred
    }

    /// A later change that was not sent counts as sent, so that a change back still waits.
    private mutating func resendChange(revertedBy isStarred: Bool, next: Int) {
        if isBookmarked != isStarred || change?.delivery == .unsent { change = Change(number: next, delivery: .sent) }
    }
}
