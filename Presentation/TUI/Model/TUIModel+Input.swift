/// What a person does with keys and mouse.
extension TUIModel {
    mutating func takeKey(_ key: TUIKey) {
        message = nil
        if let intent = TUIKeys.intentAnywhere(for: key) { return take(intent) }
        if prompt != nil { return answerPrompt(key == "y" || key == "Y") }
        if form != nil { return takeFormKey(key) }
        if search != nil { return takeSearchKey(key) }
        if let intent = TUIKeys.intent(for: key) { take(intent) }
    }

    mutating func takePaste(_ text: String) {
        message = nil
        if prompt != nil { return }
        if form != nil {
            form?.insert(text)
        } else if search != nil {
            editSearch { $0.insert(text) }
        } else {
            message = .note("There is nothing to paste into here; / begins a search.")
        }
    }

    mutating func takeClick(_ line: Int) {
        message = nil
        guard prompt == nil, awaitedSubject == nil else { return }
        let lines = bodyLines
        if form != nil {
            form?.select(line: line, in: lines.map(\.line))
            return
        }
        guard lines.indices.contains(line), let row = lines[line].row, let list = page.list else { return }
        search = nil
        if row == list.selection { return take(.open) }
        page.list?.move(by: row - list.selection)
    }

    mutating func scroll(by step: Int) {
        page.list?.scroll(by: step)
        page.detail?.scroll(by: step)
    }
}

// MARK: - Questions

extension TUIModel {
    private mutating func answerPrompt(_ isYes: Bool) {
        defer { prompt = nil }
        guard isYes, let prompt else { return }
        switch prompt.meaning {
        case .effect(let effect): effects.append(effect)
        case .discardForm: form = nil
        }
    }
}

// MARK: - Searching

extension TUIModel {
    /// Searches what is shown or, where that cannot be searched, all music.
    mutating func beginSearch() {
        let from = page.source.searchText == nil ? tab : nil
        if from != nil { show(.music) }
        while page.source.searchText == nil, !isAtRoot { pop() }
        search = TUITextField(page.source.searchText ?? "", limit: Self.searchLimit)
        searchedFrom = from
    }

    private mutating func takeSearchKey(_ key: TUIKey) {
        switch key {
        case .character(let character): editSearch { $0.insert(String(character)) }
        case .enter: search = nil
        case .escape:
            let from = searchedFrom
            cancelSearch()
            if let from { show(from) }
        case .backspace where search?.text.isEmpty == true: search = nil
        case .up, .down, .pageUp, .pageDown: if let intent = TUIKeys.intent(for: key) { take(intent) }
        default: if let edit = TUIKeys.edit(for: key) { editSearch { $0.apply(edit) } }
        }
    }

    private mutating func editSearch(_ change: (inout TUITextField) -> Void) {
        guard var field = search else { return }
        change(&field)
        search = field
        self.change(to: page.source.searching(field.text))
    }

    mutating func cancelSearch() {
        search = nil
        change(to: page.source.searching(""))
    }
}

// MARK: - Typing a to-do

extension TUIModel {
    private mutating func takeFormKey(_ key: TUIKey) {
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
            message = .note("Adding it…")
            effects.append(.add(form.draft, about: form.subject))
        }
    }

    private mutating func leaveForm() {
        guard let form, !form.isSaving else { return }
        if form.isEmpty { return self.form = nil }
        prompt = TUIPrompt(question: "Throw away what was typed", ending: "?", meaning: .discardForm)
    }
}
