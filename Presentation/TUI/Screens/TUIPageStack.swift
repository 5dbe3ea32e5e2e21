/// The pages of a tab; the last one is visible.
struct TUIPageStack: Sendable {
    private static let limit = 30
    private var root: TUIPage
    private var pushed: [TUIPage] = []

    init(_ root: TUIPage) {
        self.root = root
    }

    var isAtRoot: Bool { pushed.isEmpty }

    var top: TUIPage {
        get { pushed.last ?? root }
        set { if pushed.isEmpty { root = newValue } else { pushed[pushed.count - 1] = newValue } }
    }

    /// Returns the id of the oldest page if it is closed because the stack is full.
    mutating func push(_ page: TUIPage) -> Int? {
        pushed.append(page)
        return pushed.count > Self.limit ? pushed.removeFirst().id : nil
    }

    /// Closes the visible page and returns its id; nil at the root.
    mutating func pop() -> Int? { pushed.popLast()?.id }

    mutating func updateAll(_ change: (inout TUIPage) -> Void) {
        change(&root)
        for index in pushed.indices { change(&pushed[index]) }
    }
}
