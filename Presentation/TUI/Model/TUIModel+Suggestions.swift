import FermataDomain

/// Completes the text in the search field.
extension TUIModel {
    /// Whether the search field accepts the terms of `SearchQuery`.
    var hasSuggestions: Bool {
        guard search != nil, case .music = page.source else { return false }
        return true
    }

    mutating func requestSuggestions() {
        guard hasSuggestions, let search, suggestions.change(to: search.input) else { return }
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
