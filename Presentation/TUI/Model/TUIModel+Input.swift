import FermataDomain

/// Applies keys, pasted text and mouse actions.
extension TUIModel {
    mutating func applyKey(_ key: TUIKey) {
        message = nil
        if let intent = TUIKeys.globalIntent(for: key) { return apply(intent) }
        if prompt != nil { return replyToPrompt(with: key) }
        if form != nil { return applyFormKey(key) }
        if search != nil { return applySearchKey(key) }
        if let intent = TUIKeys.intent(for: key) { apply(intent) }
    }

    mutating func applyPaste(_ text: String) {
        message = nil
        if prompt != nil { return }
        if form != nil {
            form?.insert(text)
        } else if search != nil {
            editSearch { $0.insert(text) }
        } else {
            message = .note("Text cannot be pasted here. Press / to search.")
        }
    }

    mutating func applyClick(_ line: Int) {
        message = nil
        guard prompt == nil, pendingForm == nil else { return }
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
}

// MARK: - Prompts

extension TUIModel {
    private mutating func replyToPrompt(with key: TUIKey) {
        defer { prompt = nil }
        switch prompt?.action(of: key) {
        case .effect(let effect)?: effects.append(effect)
        case .discardForm?: form = nil
        case nil: break
        }
    }
}

// MARK: - Search

extension TUIModel {
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
        case .up, .down, .pageUp, .pageDown: if let intent = TUIKeys.intent(for: key) { apply(intent) }
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
}

// MARK: - Forms

extension TUIModel {
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
