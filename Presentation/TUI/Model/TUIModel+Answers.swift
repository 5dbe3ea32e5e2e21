import FermataDomain

/// What was read or done, here or by another program.
extension TUIModel {
    mutating func takeAnswer(_ event: TUIEvent) {
        switch event {
        case .loaded(let load, let answer): take(answer, of: load)
        case .counted(let load, let total): take(total, of: load)
        case .loadFailed(let load, let text): fail(load, text)
        case .libraryChanged: takeChange()
        case .libraryFailed(let text): libraryProblem = text
        case .bookmarked(let music): take(music)
        case .bookmarkFailed(let id, let text):
            wantedBookmarks[id] = nil
            message = .problem(text)
        case .downloadMoved(let row): take(row)
        case .input(let input): takeInput(input)
        case .added(let added): take(added)
        case .notAdded(let text):
            form?.isSaving = false
            message = .problem(text)
        case .checked(let row): take(row)
        case .removed(let number):
            message = .note("It is removed.")
            updateAllPages { $0.list?.remove(.toDo(number)) }
            if page.detail?.toDo?.row.number == number { pop() }
        case .refreshing(let progress): if refreshText != nil { refreshText = progress.text }
        case .refreshed(let rows): takeRefreshed(rows)
        case .refreshFailed(let text):
            refreshText = nil
            message = .problem(text)
        case .told(let text): message = .note(text)
        case .problem(let text): message = .problem(text)
        case .key, .paste, .click, .clickTab, .wheel, .resized: break
        }
    }

    private mutating func takeChange() {
        if libraryProblem != nil { (libraryProblem, message) = (nil, nil) }
        updateAllPages { $0.makeStale() }
    }
}

// MARK: - Rows

extension TUIModel {
    private mutating func take(_ answer: TUIPromptAnswer, of load: TUILoad) {
        var isWanted = false
        update(load) { page in
            isWanted = page.loadSerial == load.serial
            guard isWanted else { return }
            switch answer {
            case .rows(let rows, _): page.list?.take(rows, of: load.window)
            case .allRows(let rows, _): page.list?.take(rows, of: .all)
            case .music(let row): page.detail?.music = row
            case .toDo(let row): page.detail?.toDo = row
            }
        }
        switch answer {
        case .rows(_, let freshness?), .allRows(_, let freshness?): self.freshness = freshness
        default: break
        }
        if isWanted { forgetDownloads(of: answer.musicRows) }
    }

    /// What was read tells of a download what holds now, unless it is under way here, or was so when it was read.
    private mutating func forgetDownloads(of rows: [TUIRow]) {
        guard !downloads.isEmpty else { return }
        for row in rows where !row.isDownloading {
            guard let id = row.music?.id, downloads[id]?.isUnderWay == false else { continue }
            downloads[id] = nil
        }
    }

    private mutating func take(_ total: Int, of load: TUILoad) {
        update(load) { page in
            guard page.countSerial == load.serial else { return }
            page.countSerial = nil
            page.list?.take(total: total)
        }
    }

    private mutating func fail(_ load: TUILoad, _ text: String) {
        update(load) { $0.fail(load.serial, text) }
    }
}

// MARK: - Changes

extension TUIModel {
    private mutating func take(_ music: MusicCellModel) {
        if wantedBookmarks[music.id] == music.isBookmarked { wantedBookmarks[music.id] = nil }
        updateAllPages { page in
            page.list?.replace { $0.replacing(music) }
            if page.detail?.music?.id == music.id { page.detail?.music = music }
        }
    }

    /// What has ended is in the library, whose rows say so.
    private mutating func take(_ row: DownloadCellModel) {
        switch row.download.state {
        case .waiting, .downloading, .failed: downloads[row.id] = row
        case .downloaded, .notDownloaded: downloads[row.id] = nil
        }
        if row.isProblem { message = .problem("“\(row.title)”: \(row.stateText)") }
    }

    private mutating func takeInput(_ input: ToDoInputModel) {
        guard let awaited = awaitedSubject else { return }
        form = TUIForm(input, about: awaited.subject, called: awaited.text)
        (awaitedSubject, search) = (nil, nil)
    }

    private mutating func take(_ added: AddedToDoModel) {
        if added.lacksCoordinate { form?.correctAddress() } else { form = nil }
        let told = ["Added “\(added.row.title.text)” as number \(added.row.number)."]
        message = .note((added.messages.isEmpty ? told : added.messages).joined(separator: " "))
    }

    private mutating func take(_ row: ToDoCellModel) {
        message = .note(row.isDone ? "“\(row.title.text)” is done." : "“\(row.title.text)” is to be done.")
        updateAllPages { $0.list?.move(.toDo(row)) }
        if page.detail?.toDo?.row.number == row.number { pop() }
    }

    private mutating func takeRefreshed(_ rows: [SyncResultCellModel]) {
        refreshText = nil
        let failures = rows.compactMap(\.failureText)
        message =
            rows.isEmpty
            ? .note("There is no source yet. Add one: fermata source add http URL")
            : failures.isEmpty
                ? .note(rows.map { "\($0.source): \($0.changesText)" }.joined(separator: "; "))
                : .problem(failures.joined(separator: "; "))
    }
}

extension TUIPromptAnswer {
    /// The rows that tell of downloads.
    fileprivate var musicRows: [TUIRow] {
        switch self {
        case .rows(let rows, _), .allRows(let rows, _): rows
        case .music(let row): [.music(TrackCellModel(row.music))]
        case .toDo: []
        }
    }
}

extension SyncResultCellModel {
    /// Why the source could not be read; nil where it could.
    fileprivate var failureText: String? {
        if case .failed(let failure) = outcome.result { "\(source): \(failure.reason)" } else { nil }
    }
}
