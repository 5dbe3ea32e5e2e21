/// What the screen says in words.
extension TUIModel {
    var title: String {
        if form != nil { return "A new to-do" }
        return page.detail?.title ?? page.source.title
    }

    var status: TUIStatus {
        if let prompt { return .question(prompt.question, ending: prompt.ending + " y/n") }
        if let search { return .search(search) }
        if let told {
            return .text(fits(told) ? told.text : "", isProblem: told.isProblem, position: position)
        }
        if let refreshText { return .text(refreshText, isProblem: false, position: position) }
        if page.list?.isLoaded == false { return .text("Loading…", isProblem: false, position: position) }
        return .text(freshness?.text ?? "", isProblem: freshness?.isProblem ?? false, position: position)
    }

    /// `1,234 of 1,000,000`
    var position: String {
        if form != nil { return "" }
        if let detail = page.detail { return detail.position }
        guard let list = page.list, list.count > 0 else { return "" }
        return CountText.grouped(list.selection + 1) + " of " + (list.total.map(CountText.grouped) ?? "…")
    }

    var hints: String {
        if prompt != nil { return "y yes  n no" }
        if form != nil { return "Tab next field  Ctrl-S save  Esc cancel" }
        if search != nil { return "Enter keep  Esc end" }
        // Those that lead to all others come first: what there is no room for is left out at the end.
        let (first, rest) = (
            TUIKeys.bindings.filter(\.isAlwaysOffered), TUIKeys.bindings.filter { !$0.isAlwaysOffered }
        )
        return (first + rest).compactMap { binding in
            guard let hint = binding.hint, let action = binding.actions.first, let key = action.keys.first,
                offers(action.intent)
            else { return nil }
            return "\(key.name) \(hint)"
        }.joined(separator: "  ")
    }

    /// Whether an intent means something on this kind of screen.
    private func offers(_ intent: TUIIntent) -> Bool {
        switch intent {
        case .bookmark, .download: page.source.holdsMusic
        case .showDetails: page.source.holdsMusic && page.list != nil
        case .open: page.list != nil
        case .cancel: !isAtRoot || page.source.searchText?.isEmpty == false
        case .search: page.source.searchText != nil
        case .cycleOrder: page.source.inNextOrder != nil
        case .check: page.source.holdsToDos
        case .add: page.source == .toDos
        case .remove: page.source.holdsToDos || page.source == .downloads
        case .help: page.source != .help
        default: true
        }
    }
}

extension TUISource {
    fileprivate var holdsMusic: Bool {
        switch self {
        case .music, .playlist, .artist, .musicDetail, .downloads: true
        case .playlists, .toDos, .toDoDetail, .help: false
        }
    }

    fileprivate var holdsToDos: Bool {
        switch self {
        case .toDos, .toDoDetail: true
        default: false
        }
    }
}
