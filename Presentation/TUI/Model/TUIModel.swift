import FermataDomain

/// The browser as a state machine: it takes what happens, and answers what is to be done.
///
/// It reads nothing and draws nothing; `screen` is all that is to be seen.
package struct TUIModel: Sendable {
    static let searchLimit = 200
    let text: TUITextLayout
    private var size: (columns: Int, rows: Int)
    private var stacks: [TUIStack]
    private(set) var tab = TUITab.music
    private var lastPage: Int
    private var lastSerial = 0
    var effects: [TUIEffect] = []

    var search: TUITextField? {
        didSet { if search == nil { searchedFrom = nil } }
    }
    /// The tab to which giving up a search leads back, where it was begun in one that cannot be searched.
    var searchedFrom: TUITab?
    var prompt: TUIPrompt?
    var form: TUIForm?
    /// What a to-do is about whose form is asked for.
    var awaitedSubject: (subject: ToDoSubject?, text: String)?
    /// What was typed for the form before it was there.
    private var typedAhead: [TUIEvent] = []
    var message: TUIMessage?
    /// Why the library cannot be watched; nil while it can.
    var libraryProblem: String?
    var freshness: FreshnessModel?
    /// How far a refresh has come; nil where none is under way.
    var refreshText: String?
    /// Downloads that have moved since the rows were read.
    var downloads: [MusicID: DownloadCellModel] = [:]
    /// Bookmarks that were asked for and are not durable yet.
    var wantedBookmarks: [MusicID: Bool] = [:]

    package init(columns: Int, rows: Int, text: TUITextLayout) {
        size = (max(1, columns), max(1, rows))
        self.text = text
        stacks = TUITab.allCases.map { TUIStack(TUIPage(id: $0.rawValue, source: $0.source)) }
        lastPage = stacks.count
        layOut()
    }

    /// What is to be done before anything has happened.
    package mutating func begin() -> [TUIEffect] { takeEffects() }

    /// Takes what has happened, and answers what is to be done about it.
    package mutating func take(_ event: TUIEvent) -> [TUIEffect] {
        handle(event)
        if awaitedSubject == nil {
            let events = typedAhead
            typedAhead = []
            events.forEach { handle($0) }
        }
        if event.isOfPerson { page.retry() }
        layOut()
        return takeEffects()
    }

    private mutating func handle(_ event: TUIEvent) {
        switch event {
        case .key, .paste:
            if awaitedSubject != nil, !event.isIntentAnywhere { return typedAhead.append(event) }
            if case .key(let key) = event { takeKey(key) }
            if case .paste(let text) = event { takePaste(text) }
        case .click(let line): takeClick(line)
        case .clickTab(let tab): if !isTyping { show(tab) }
        case .wheel(let step): if !isTyping || search != nil { scroll(by: step) }
        case .resized(let columns, let rows): size = (max(1, columns), max(1, rows))
        default: takeAnswer(event)
        }
    }

    /// Whether the next key answers a question.
    package var isAsking: Bool { prompt != nil }

    var isTyping: Bool { search != nil || prompt != nil || form != nil || awaitedSubject != nil }

    var layout: TUIScreenLayout {
        TUIScreenLayout(columns: size.columns, rows: size.rows, needsStatus: search != nil || prompt != nil)
    }

    private mutating func layOut() {
        page.layOut(layout, text)
    }
}

// MARK: - Screens

extension TUIModel {
    /// The screen that is seen.
    var page: TUIPage {
        get { stacks[tab.rawValue].top }
        set { stacks[tab.rawValue].top = newValue }
    }

    var isAtRoot: Bool { stacks[tab.rawValue].isAtRoot }

    mutating func show(_ tab: TUITab) {
        self.tab = tab
    }

    mutating func push(_ source: TUISource, detail: TUIDetail? = nil) {
        lastPage += 1
        let dropped = stacks[tab.rawValue].push(TUIPage(id: lastPage, source: source, detail: detail))
        if let dropped { effects.append(.forget(page: dropped)) }
    }

    mutating func pop() {
        if let gone = stacks[tab.rawValue].pop() { effects.append(.forget(page: gone)) }
    }

    /// Shows the same screen with another query.
    mutating func change(to source: TUISource) {
        guard source != page.source else { return }
        page.change(to: source)
    }

    mutating func updateAllPages(_ change: (inout TUIPage) -> Void) {
        for index in stacks.indices { stacks[index].updateAll(change) }
    }

    /// Changes the screen that asked for a load, wherever it is; nothing where it has gone.
    mutating func update(_ load: TUILoad, _ change: (inout TUIPage) -> Void) {
        updateAllPages { if $0.id == load.page { change(&$0) } }
    }
}

// MARK: - Loading

extension TUIModel {
    private mutating func takeEffects() -> [TUIEffect] {
        askForWhatIsSeen()
        defer { effects = [] }
        return effects
    }

    private mutating func askForWhatIsSeen() {
        if let window = page.windowToLoad() {
            page.loadSerial = nextSerial()
            effects.append(.load(load(window, serial: page.loadSerial)))
        }
        if page.wantsCount {
            let serial = nextSerial()
            page.count(as: serial)
            effects.append(.count(load(.all, serial: serial)))
        }
    }

    private func load(_ window: Window, serial: Int) -> TUILoad {
        TUILoad(
            page: page.id, serial: serial, source: page.source, window: window, isReload: page.list?.isLoaded ?? true)
    }

    private mutating func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }
}

extension TUIEvent {
    /// Whether somebody did something.
    fileprivate var isOfPerson: Bool {
        switch self {
        case .key, .paste, .click, .clickTab, .wheel: true
        default: false
        }
    }

    fileprivate var isIntentAnywhere: Bool {
        if case .key(let key) = self { TUIKeys.intentAnywhere(for: key) != nil } else { false }
    }
}
