import FermataDomain

/// What is done about each intent.
extension TUIModel {
    mutating func take(_ intent: TUIIntent) {
        switch intent {
        case .move(let step): move(by: step)
        case .moveHalfScreens(let count): move(by: count * max(1, pageHeight / 2))
        case .moveToStart: move(by: -.max / 2)
        case .moveToEnd: if page.list != nil { page.list?.moveToEnd() } else { move(by: .max / 2) }
        case .open: open()
        case .back: pop()
        case .cancel: if page.source.searchText?.isEmpty == false { cancelSearch() } else { pop() }
        case .showDetails: showDetails()
        case .search: beginSearch()
        case .cycleOrder: if let source = page.source.inNextOrder { change(to: source) }
        case .reverse: if let source = page.source.reversed { change(to: source) }
        case .toggleBookmarkedFirst: if let source = page.source.withBookmarkedFirstToggled { change(to: source) }
        case .bookmark: bookmark()
        case .download: download()
        case .add: add()
        case .check: check()
        case .remove: remove()
        case .refresh: refresh()
        case .showTab(let tab): show(tab)
        case .nextTab: show(tab.moved(by: 1))
        case .previousTab: show(tab.moved(by: -1))
        case .help: if page.source != .help { push(.help, detail: TUIDetail()) }
        case .redraw: effects.append(.redraw)
        case .suspend: effects.append(.suspend)
        case .quit: effects.append(.quit)
        case .interrupt: effects.append(.interrupt)
        }
    }

    private mutating func move(by step: Int) {
        page.list?.move(by: step)
        page.detail?.scroll(by: step)
    }

    private var pageHeight: Int { page.list?.height ?? layout.bodyHeight(withHeading: false) }
}

// MARK: - Going to other screens

extension TUIModel {
    private mutating func open() {
        guard let row = page.list?.selected else { return }
        switch row {
        case .playlist(let playlist), .artist(.playlist(let playlist)): push(.playlist(playlist))
        case .artist(.relatedArtist(let artist)): push(.artist(ArtistPageQuery(artist: artist.name)))
        case .toDo(let toDo) where toDo.canBeOpened: push(.toDoDetail(toDo.number), detail: TUIDetail())
        case .toDo: message = .note("It is done. c takes it back.")
        case .artist(.track), .artist(.message): showDetails()
        case .music, .download:
            guard let artist = row.music?.artist, !artist.isEmpty else { return showDetails() }
            push(.artist(ArtistPageQuery(artist: artist)))
        }
    }

    private mutating func showDetails() {
        if let music = page.list?.selected?.music {
            push(.musicDetail(music.id), detail: TUIDetail(music: music))
        } else if case .toDo? = page.list?.selected {
            open()
        }
    }
}

// MARK: - Music

extension TUIModel {
    /// Changes what will hold, even where an earlier change is still under way.
    private mutating func bookmark() {
        guard let music = page.music else { return }
        let isBookmarked = !(wantedBookmarks[music.id] ?? music.isBookmarked)
        wantedBookmarks[music.id] = isBookmarked
        effects.append(.setBookmark(isBookmarked, of: music))
    }

    private mutating func download() {
        guard let music = page.music else { return }
        let actions = MusicAction.actions(for: downloadState(of: music), of: music.music)
        if actions.contains(.download) {
            effects.append(.download(music.id))
        } else if actions.contains(.removeDownload) {
            askToRemoveDownload(of: music)
        } else {
            message = .note(
                music.music.audioURL == nil
                    ? "There is no audio of “\(music.title)” to download." : "“\(music.title)” is on its way.")
        }
    }

    private func downloadState(of music: MusicCellModel) -> DownloadState {
        if let moved = downloads[music.id] { return moved.download.state }
        switch page.list?.selected {
        case .download(let row): return row.download.state
        case .music(let row), .artist(.track(let row)): return row.download
        default: return music.isDownloaded ? .downloaded : .notDownloaded
        }
    }

    private mutating func askToRemoveDownload(of music: MusicCellModel) {
        prompt = TUIPrompt(
            question: "Remove the download of “\(music.title)", ending: "”?",
            meaning: .effect(.removeDownload(music.id)))
    }

    private mutating func refresh() {
        guard refreshText == nil else { return message = .note("The sources are being read already.") }
        refreshText = "Updating…"
        effects.append(.refresh)
    }
}

// MARK: - To-dos

extension TUIModel {
    private mutating func add() {
        let music = page.music
        let subject = music.map { ToDoSubject.music($0.id) } ?? page.list?.selected?.subject
        awaitedSubject = (subject, subjectText(subject, music))
        effects.append(.beginInput)
    }

    private func subjectText(_ subject: ToDoSubject?, _ music: MusicCellModel?) -> String {
        switch subject {
        case .artist(let name): name
        case .music: music?.music.titleAndArtist ?? ""
        case nil: ""
        }
    }

    private mutating func check() {
        guard let toDo = page.toDo else { return }
        effects.append(.setDone(!toDo.isDone, ofToDo: toDo.number))
    }

    private mutating func remove() {
        if let toDo = page.toDo {
            prompt = TUIPrompt(
                question: "Remove “\(toDo.title.text)", ending: "”?", meaning: .effect(.removeToDo(toDo.number)))
        } else if case .download(let row)? = page.list?.selected {
            askToRemoveDownload(of: MusicCellModel(row.download.music))
        }
    }
}
