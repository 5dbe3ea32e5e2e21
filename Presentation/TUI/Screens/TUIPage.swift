import FermataDomain

/// A screen of a tab: a list or a text, and what was asked for it last.
struct TUIPage: Sendable {
    enum Content: Sendable {
        case list(TUIList)
        case detail(TUIDetail)
    }

    let id: Int
    var source: TUISource
    var content: Content
    /// The serial number of the last load; any earlier one’s answer comes too late.
    var loadSerial = 0
    /// That of the count that is under way.
    var countSerial: Int?
    private var needsCount = true
    /// Whether the text was not read since the library changed.
    private var isStale = false
    /// Why it could not be read; nothing more is asked for until a person does something.
    private(set) var failure: String?

    init(id: Int, source: TUISource, detail: TUIDetail? = nil) {
        self.id = id
        self.source = source
        content = detail.map(Content.detail) ?? .list(TUIList())
        if case .toDoDetail = source { isStale = true }
    }

    var list: TUIList? {
        get { if case .list(let list) = content { list } else { nil } }
        set { if let newValue { content = .list(newValue) } }
    }

    var detail: TUIDetail? {
        get { if case .detail(let detail) = content { detail } else { nil } }
        set { if let newValue { content = .detail(newValue) } }
    }

    /// The music that is selected, or that the text is about.
    var music: MusicCellModel? { list?.selected?.music ?? detail?.music }

    /// The to-do that is selected, or that the text is about.
    var toDo: ToDoCellModel? {
        if case .toDo(let row)? = list?.selected { return row }
        return detail?.toDo?.row
    }

    mutating func layOut(_ layout: TUIScreenLayout, _ text: TUITextLayout) {
        switch content {
        case .list(var list):
            // The titles of two sections may stand among the rows.
            let height = layout.bodyHeight(withHeading: true) - (source == .toDos ? 2 : 0)
            list.height = max(1, height)
            content = .list(list)
        case .detail(var detail):
            detail.layOut(source, in: layout, text)
            content = .detail(detail)
        }
    }

    mutating func makeStale() {
        list?.makeStale()
        (isStale, needsCount, failure) = (source != .help, true, nil)
    }

    /// Takes why a load or a count failed, if it is still wanted.
    mutating func fail(_ serial: Int, _ reason: String) {
        if countSerial == serial {
            (countSerial, needsCount, failure) = (nil, true, reason)
        } else if loadSerial == serial {
            list?.fail()
            (isStale, failure) = (true, reason)
        }
    }

    /// What failed is asked for again.
    mutating func retry() { failure = nil }

    /// Whether the number of rows is to be asked for.
    var wantsCount: Bool {
        if case .artist = source { return false }
        return needsCount && countSerial == nil && failure == nil && list?.isLoaded == true
    }

    mutating func count(as serial: Int) {
        (countSerial, needsCount) = (serial, false)
    }

    /// Shows the same screen with another query.
    mutating func change(to source: TUISource) {
        self.source = source
        list?.restart()
        (countSerial, needsCount, failure) = (nil, true, nil)
    }

    /// The window to ask for; nil where nothing is wanted.
    mutating func windowToLoad() -> Window? {
        guard failure == nil else { return nil }
        if list != nil { return list?.windowToLoad() }
        defer { isStale = false }
        return isStale ? .all : nil
    }
}

/// The screens of a tab, the one that is seen last.
struct TUIStack: Sendable {
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

    /// Answers the id of a screen that is given up, since there are too many.
    mutating func push(_ page: TUIPage) -> Int? {
        pushed.append(page)
        return pushed.count > Self.limit ? pushed.removeFirst().id : nil
    }

    mutating func pop() -> Int? { pushed.popLast()?.id }

    mutating func updateAll(_ change: (inout TUIPage) -> Void) {
        change(&root)
        for index in pushed.indices { change(&pushed[index]) }
    }
}
