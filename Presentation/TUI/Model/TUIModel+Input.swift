import FermataDomain

/// Applies keys, pasted text and mouse actions.
extension TUIModel {
    mutating func applyKey(_ key: TUIKey) {
        message = nil
        if let intent = TUIKeys.globalIntent(for: key) { return apply(intent) }
        if prompt != nil { return replyToPrompt(with: key) }
        if form != nil { return applyFormKey(key) }
        if search != nil { return applySearchKey(key) }
        if let intent = keys.intent(for: key) { apply(intent) }
    }

    mutating func applyPaste(_ text: String) {
        message = nil
        if prompt != nil { return }
        if form != nil {
            form?.insert(text)
        } else if search != nil {
            editSearch { $0.insert(text) }
        } else {
            message = .note("Text cannot be pasted here. Press \(keys.name(of: .search)) to search.")
        }
    }

    mutating func applyClick(_ line: Int, pane: Int?) {
        message = nil
        guard prompt == nil, pendingForm == nil else { return }
        if let pane {
            guard showsColumns, pane < 2 else { return }
            // The text belongs to the column that was searched.
            search = nil
            focus(onPane: pane)
        }
        let lines = bodyLines
        if form != nil {
            form?.select(line: line, in: lines.map(\.line))
            return
        }
        guard lines.indices.contains(line), let row = lines[line].row else { return }
        page.lyrics?.select(row)
        guard let list = page.list else { return }
        search = nil
        if row == list.selection { return apply(.open) }
        page.list?.move(by: row - list.selection)
    }

    mutating func scroll(by step: Int) {
        page.list?.scroll(by: step)
        page.detail?.scroll(by: step)
        page.lyrics?.scroll(by: step)
    }

    // MARK: - Prompts

    private mutating func replyToPrompt(with key: TUIKey) {
        defer { prompt = nil }
        switch prompt?.action(of: key) {
        case .effect(let effect)?: effects.append(effect)
        case .show(let source)?: change(to: source)
        case .discardForm?: form = nil
        case nil: break
        }
    }

    // MARK: - Search

    /// Searches the visible list or, if it has no search, all music.
    mutating func startSearch() {
        let previousTab = page.source.searchText == nil ? tab : nil
        if previousTab != nil { show(.music) }
        while page.source.searchText == nil, !isAtRoot { pop() }
        search = TUITextField(page.source.searchText ?? "", limit: SearchQuery.textLimit)
        tabBeforeSearch = previousTab
    }

    private mutating func applySearchKey(_ key: TUIKey) {
        switch key {
        case .character(let character): editSearch { $0.insert(String(character)) }
        case .tab: acceptSuggestion()
        case .backTab: suggestions.showNext()
        case .enter: search = nil
        case .escape:
            let previousTab = tabBeforeSearch
            cancelSearch()
            if let previousTab { show(previousTab) }
        case .backspace where search?.text.isEmpty == true: search = nil
        case .up: apply(.move(-1))
        case .down: apply(.move(1))
        case .pageUp: apply(.moveHalfPages(-2))
        case .pageDown: apply(.moveHalfPages(2))
        default: if let edit = TUIKeys.edit(for: key) { editSearch { $0.apply(edit) } }
        }
    }

    mutating func editSearch(_ change: (inout TUITextField) -> Void) {
        guard var field = search else { return }
        change(&field)
        search = field
        self.change(to: page.source.searching(field.text))
    }

    mutating func cancelSearch() {
        search = nil
        change(to: page.source.searching(""))
    }

    // MARK: - Forms

    private mutating func applyFormKey(_ key: TUIKey) {
        switch key {
        case .character(let character): form?.insert(String(character))
        case .tab, .down: form?.move(by: 1)
        case .backTab, .up: form?.move(by: -1)
        case .enter: if form?.isAtLastField == true { save() } else { form?.move(by: 1) }
        case .control("s"): save()
        case .escape: leaveForm()
        default: if let edit = TUIKeys.edit(for: key) { form?.apply(edit) }
        }
    }

    private mutating func save() {
        guard let form, !form.isSaving else { return }
        self.form?.touch()
        if let problem = form.problem {
            message = .problem(problem)
        } else {
            self.form?.isSaving = true
            message = .note(form.input.savingText)
            effects.append(form.input.saving)
        }
    }

    private mutating func leaveForm() {
        guard let form, !form.isSaving else { return }
        guard form.input.isChanged else { return self.form = nil }
        prompt = TUIPrompt(question: form.input.discardQuestion, ending: "?", action: .discardForm)
    }
}

/// The texts around a form, and the effect that saves it.
extension TUIFormInput {
    var title: String {
        switch self {
        case .toDo(_, .add): "A new to-do"
        case .toDo(_, .edit(let number)): "To-do \(number)"
        case .source(_, nil): "A new source"
        case .source(_, let name?): "Source \(name)"
        case .playlist(let input): input.title
        }
    }

    /// The subject of a new to-do.
    var subjectText: String { if case .toDo(_, .add(_, let text)) = self { text } else { "" } }

    var discardQuestion: String {
        switch self {
        case .toDo(_, .add): "Discard this to-do"
        case .source(_, nil): "Discard this source"
        case .playlist: "Discard this name"
        case .toDo(_, .edit), .source: "Discard these changes"
        }
    }

    var savingText: String {
        switch self {
        case .toDo(_, .add): "Adding the to-do…"
        case .toDo(_, .edit): "Saving the to-do…"
        case .source(_, nil): "Adding the source…"
        case .source: "Saving the source…"
        case .playlist: "Saving the playlist…"
        }
    }

    var saving: TUIEffect {
        switch self {
        case .toDo(let input, .add(let subject, _)): .addToDo(input, about: subject)
        case .toDo(let input, .edit(let number)): .editToDo(number, input)
        case .source(let input, nil): .addSource(input)
        case .source(let input, let name?): .editSource(name, input)
        case .playlist(let input): input.saving
        }
    }
}

/// A question, and the action of each key that replies to it; any other key means no.
struct TUIPrompt: Equatable, Sendable {
    enum Action: Equatable, Sendable {
        case effect(TUIEffect)
        case show(TUISource)
        case discardForm
    }

    struct Choice: Equatable, Sendable {
        let key: Character
        /// The action of the key, in the line of hints.
        let hint: String
        let action: Action
    }

    let question: String
    /// The end of the question, which is never truncated.
    let ending: String
    let choices: [Choice]
    /// Whether it asks for a choice, so that no key means no.
    var isOpen = false

    /// The keys of the replies: `y/n`.
    var keysText: String { (choices.map { String($0.key) } + (isOpen ? [] : ["n"])).joined(separator: "/") }
    /// The keys of the replies and their actions.
    var hints: [String] { choices.map { "\($0.key) \($0.hint)" } + [isOpen ? "Esc cancel" : "n no"] }

    /// The action of a key in either case; nil if the key means no.
    func action(of key: TUIKey) -> Action? {
        guard case .character(let character) = key else { return nil }
        return choices.first { String($0.key) == character.lowercased() }?.action
    }
}

extension TUIPrompt {
    /// A yes-or-no question and the action of yes.
    init(question: String, ending: String, action: Action) {
        self.init(question: question, ending: ending, choices: [Choice(key: "y", hint: "yes", action: action)])
    }
}

/// Completes the text in the search field.
extension TUIModel {
    /// Whether the search field accepts the terms of `SearchQuery`.
    var hasSuggestions: Bool {
        switch page.source {
        case .music, .albums: search != nil
        default: false
        }
    }

    mutating func requestSuggestions() {
        guard hasSuggestions, let search, suggestions.input != search.input else { return }
        suggestions.expectRows(for: search.input)
        effects.append(.suggest(search.input))
    }

    mutating func applySuggestions(_ rows: [SearchSuggestionCellModel], for input: SearchInput) {
        if let completed = suggestions.apply(rows, for: input) { complete(completed) }
    }

    mutating func acceptSuggestion() {
        if let completed = suggestions.accept() { complete(completed) }
    }

    private mutating func complete(_ input: SearchInput) {
        editSearch { $0 = TUITextField(input, limit: SearchQuery.textLimit) }
    }
}

extension TUITextField {
    fileprivate init(_ input: SearchInput, limit: Int) {
        self.init(limit: limit)
        insert(input.before)
        let cursor = cursor
        insert(input.after)
        move(to: cursor)
    }

    fileprivate var input: SearchInput {
        SearchInput(before: String(text.prefix(cursor)), after: String(text.dropFirst(cursor)))
    }
}

/// The suggestions for the search field; a key accepts the first one.
///
/// While new ones are read, the previous ones stay visible, and the key waits for the new ones.
struct TUISuggestions: Sendable {
    private(set) var rows: [SearchSuggestionCellModel] = []
    /// The input that the rows complete, or for which they are requested.
    private(set) var input: SearchInput?
    private var isPending = false
    /// Whether to accept the first row when the requested ones arrive.
    private var acceptsFirst = false

    /// Expects the suggestions for another input, and ignores those of earlier ones.
    mutating func expectRows(for input: SearchInput) {
        (self.input, isPending, acceptsFirst) = (input, true, false)
    }

    /// Returns the completed field if a key waits for it. Ignores rows of an earlier request.
    mutating func apply(_ rows: [SearchSuggestionCellModel], for input: SearchInput) -> SearchInput? {
        guard isPending, input == self.input else { return nil }
        (self.rows, isPending) = (rows, false)
        return acceptsFirst ? accept() : nil
    }

    /// Returns the field with the first suggestion; nil without one, or until it arrives.
    mutating func accept() -> SearchInput? {
        acceptsFirst = isPending
        return isPending ? nil : rows.first?.input
    }

    /// Moves the first suggestion to the end.
    mutating func showNext() {
        if let first = rows.first { rows = rows.dropFirst() + [first] }
    }
}
