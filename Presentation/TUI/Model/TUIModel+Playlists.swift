import FermataDomain

/// Selects several rows, and changes bookmarks and ratings of them.
extension TUIModel {
    /// Starts or ends the selection of several rows.
    mutating func toggleSelection() {
        guard page.list?.anchor != nil || page.list?.selected?.songs != nil else {
            return message = .note("Several rows can be selected in lists of songs, albums, artists and playlists.")
        }
        page.list?.toggleSelection()
    }

    /// Performs an action on the songs of the selection, which it ends.
    mutating func actOnSongs(_ effect: (TUISongs) -> TUIEffect, _ note: ((String) -> String)? = nil) {
        guard page.source != .player, let songs = page.songs, isSmallEnough else { return }
        effects.append(effect(songs))
        if let note { message = .note(note(page.songsText)) }
        page.list?.endSelection()
    }

    /// Changes the bookmarks or ratings of several selected songs, albums and artists; returns false if only one row is
    /// selected.
    mutating func annotateSelectedRows(_ edit: AnnotationEdit) -> Bool {
        guard let list = page.list, let range = list.selectedRange else { return false }
        let subjects = list.rows(in: range)?.compactMap(\.annotated?.subject) ?? []
        let ids = list.rows(in: range)?.compactMap(\.music?.id) ?? []
        if !subjects.isEmpty {
            effects.append(.annotateAll(subjects, edit))
            if !ids.isEmpty { effects.append(edit.effect(on: .songs(ids))) }
            page.list?.endSelection()
        } else if page.source.listsMusic || !ids.isEmpty {
            actOnSongs(edit.effect(on:))
        } else {
            message = .note(
                list.rows(in: range) == nil
                    ? Self.notAllLoaded
                    : "Only songs, albums and artists have bookmarks and ratings.")
        }
        return true
    }

    static let notAllLoaded = "Not all of these rows are loaded. Select fewer."

    /// Whether an action can change all selected songs; otherwise a message says why not.
    var isSmallEnough: Bool {
        mutating get {
            guard let count = page.list?.selectedRange?.count, count > TUISongs.limit else { return true }
            message = .note("Select at most \(CountText(TUISongs.limit, "song").text).")
            return false
        }
    }

    /// Whether all selected rows are loaded, and their songs, albums and artists bookmarked.
    var areSelectedRowsBookmarked: Bool {
        guard let list = page.list, let range = list.selectedRange, let rows = list.rows(in: range) else {
            return false
        }
        return rows.allSatisfy { ($0.music == nil && $0.annotated == nil) || $0.isBookmarked }
    }

    mutating func applyChanges(of songs: [MusicCellModel], _ text: String) {
        let changed = Dictionary(songs.map { ($0.id, $0) }) { _, last in last }
        for (id, song) in changed { changedSongs[id] = (song, lastSerial) }
        if let playing = player?.id, let song = changed[playing] { player?.replaceSong(song) }
        updatePlayerPages()
        updateAllPages { $0.replace(changed) }
        message = .note(text)
    }
}

extension AnnotationEdit {
    /// The effect that makes the change of songs.
    fileprivate func effect(on songs: TUISongs) -> TUIEffect {
        switch self {
        case .bookmark(let isBookmarked): .setBookmarks(isBookmarked, of: songs)
        case .rate(let rating): .setRatings(rating, of: songs)
        }
    }
}

/// Changes the library's own playlists.
extension TUIModel {
    /// Shows the playlists that the selected songs can be added to.
    mutating func choosePlaylist() {
        guard let songs = page.songs, isSmallEnough else { return }
        let title = "Add \(page.songsText) to a playlist"
        page.list?.endSelection()
        // The first row makes a new playlist.
        push(.playlistChoice(TUIPlaylistChoice(songs: songs, title: title)), .list(TUIList(openedAt: 1)))
        if let lastPlaylist { page.list?.selectWhenLoaded(.playlist(lastPlaylist)) }
    }

    /// Adds the songs of the choice to the selected playlist, or opens the form of a new one.
    mutating func choose(_ playlist: PlaylistCellModel?) {
        guard case .playlistChoice(let choice) = page.source else { return }
        guard let playlist else { return openForm(TUIPlaylistInput(.create(choice.songs))) }
        pop()
        lastPlaylist = playlist.id
        effects.append(.addToPlaylist(playlist, choice.songs))
        changingPlaylists[playlist.id, default: 0] += 1
    }

    mutating func openForm(_ input: TUIPlaylistInput) {
        form = TUIForm(.playlist(input))
        search = nil
    }

    /// Opens the form with the name of a playlist.
    mutating func rename(_ playlist: PlaylistCellModel) {
        if canChange(playlist) { openForm(TUIPlaylistInput(.rename(playlist))) }
    }

    mutating func promptToDelete(_ playlist: PlaylistCellModel) {
        guard canChange(playlist) else { return }
        prompt = TUIPrompt(
            question: String(PlaylistDeletionModel(playlist).question.dropLast()), ending: "?",
            action: .effect(.deletePlaylist(playlist)))
    }

    /// Removes the selected songs from the playlist that is shown.
    mutating func removeSongs(from playlist: PlaylistCellModel) {
        guard let list = page.list, list.selected != nil, canChangeSongs(of: playlist) else { return }
        change(playlist, by: .remove(list.selectedRows.map { $0 + 1 }))
        // Shows the removal at once, so that the next key is about the rows after it.
        page.list?.removeSelected()
    }

    /// Moves the selected songs of a playlist by a row.
    mutating func moveSongs(in playlist: PlaylistCellModel, by step: Int) {
        guard let list = page.list, list.canMoveSelected(by: step), canChangeSongs(of: playlist) else { return }
        let rows = list.selectedRows
        change(playlist, by: .move(rows.map { $0 + 1 }, to: rows.lowerBound + 1 + step))
        // Shows the move at once. Rows that were read before it must not undo it.
        page.list?.moveSelected(by: step)
    }

    /// Requests a change. Until it is reported, the rows of the playlist are not read, because positions are those of
    /// the state after it.
    private mutating func change(_ playlist: PlaylistCellModel, by change: PlaylistChange) {
        effects.append(.changePlaylist(playlist, change))
        changingPlaylists[playlist.id, default: 0] += 1
        page.restartReads()
    }

    /// Whether people can change a playlist; otherwise a message says why not.
    private mutating func canChange(_ playlist: PlaylistCellModel) -> Bool {
        if !playlist.isOwn { message = .problem(PlaylistError.ofSource(name: playlist.name).problem(for: .webClient)) }
        return playlist.isOwn
    }

    private mutating func canChangeSongs(of playlist: PlaylistCellModel) -> Bool {
        guard canChange(playlist) else { return false }
        if !playlist.hasOwnSongs {
            message = .problem(PlaylistError.ofSearch(name: playlist.name).problem(for: .webClient))
        }
        return playlist.hasOwnSongs
    }

    // MARK: - Results

    /// Shows a playlist after a change of its songs.
    mutating func applyPlaylist(_ change: PlaylistChangeModel) {
        show(change)
        endChange(of: change.row.id)
    }

    /// Closes the form of a playlist that was created or renamed, and the choice that it was opened from.
    mutating func applySavedPlaylist(_ change: PlaylistChangeModel) {
        if case .playlist? = form?.input, form?.isSaving == true {
            form = nil
            if case .playlistChoice = page.source { pop() }
        }
        show(change)
        reloadPlaylists()
    }

    mutating func applyRejectedPlaylist(_ problem: ProblemModel) {
        if form?.isSaving == true { form?.correct(nil) }
        message = .problem(problem)
    }

    private mutating func show(_ change: PlaylistChangeModel) {
        message = .note(change.text)
        updateAllPages { page in
            if case .playlist(let row) = page.source, row.id == change.row.id { page.source = .playlist(change.row) }
        }
    }

    mutating func applyFailedChange(of playlist: PlaylistID, _ problem: ProblemModel) {
        message = .problem(problem)
        endChange(of: playlist)
    }

    mutating func applyDeletion(of playlist: PlaylistCellModel) {
        message = .note("Deleted “\(playlist.name)”. Press \(keys.name(of: .undo)) to undo.")
        if case .playlist(let row) = page.source, row.id == playlist.id { pop() }
        updateAllPages { page in
            page.list?.remove(.playlist(playlist.id))
            if page.source.showsPlaylists { page.restartReads() }
        }
    }

    /// Reads playlists again once all changes of one are made.
    private mutating func endChange(of id: PlaylistID) {
        let count = (changingPlaylists[id] ?? 1) - 1
        changingPlaylists[id] = count > 0 ? count : nil
        reloadPlaylists()
    }

    private mutating func reloadPlaylists() {
        updateAllPages { page in
            guard page.source.showsPlaylists else { return }
            page.restartReads()
            page.makeStale()
        }
    }
}

/// The choice of a playlist for some songs.
package struct TUIPlaylistChoice: Equatable, Sendable {
    let songs: TUISongs
    let title: String
    /// Shows playlists whose names contain the text.
    package var name = ""
}

/// The name of a new playlist, or the new name of one.
struct TUIPlaylistInput: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        case create(TUISongs)
        case rename(PlaylistCellModel)
    }

    var name: String
    let purpose: Purpose

    init(_ purpose: Purpose) {
        self.purpose = purpose
        if case .rename(let playlist) = purpose { name = playlist.name } else { name = "" }
    }

    var isChanged: Bool { name != TUIPlaylistInput(purpose).name }
    var problem: String? { name.allSatisfy(\.isWhitespace) ? "Enter a name." : nil }

    var title: String {
        switch purpose {
        case .create: "A new playlist"
        case .rename(let playlist): "Rename “\(playlist.name)”"
        }
    }

    var saving: TUIEffect {
        switch purpose {
        case .create(let songs): .createPlaylist(name, songs)
        case .rename(let playlist): .renamePlaylist(playlist, to: name)
        }
    }
}
