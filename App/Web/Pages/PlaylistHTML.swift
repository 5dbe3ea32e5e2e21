import FermataPresentation

extension PlaylistPageModel {
    /// The page of the playlist with a window of its songs.
    func page(_ tracks: [TrackCellModel]) -> Page {
        let count = list.paging.total
        let rows = tracks.enumerated().map { index, track in
            let entry = PlaylistEntryModel(index: list.paging.offset + index, of: count)
            return songs == nil ? CellHTML(track, in: .music) : CellHTML(track, entry: entry)
        }
        return Page(
            list, screen: .playlists, rows: rows, songs: address, tools: tools, isEditable: songs != nil)
    }

    private func tools(below root: HTML) -> HTML {
        let songs: HTML? = songs.map { address in
            "<span hidden data-songs=\"\(root)\(address)\" data-moved=\"\(PlayerBarModel.moved)\"></span>\n"
        }
        let deletion = deletion.map { question, action, doneText in
            """
            <button type="button" class="action tool" popovertarget="deletion">Delete…</button>
            <div class="menu question" id="deletion" popover>
            <p dir="auto">\(question)</p>
            <p class="buttons">\(HTML.button(action, then: "/playlists", done: doneText, below: root))</p>
            </div>

            """ as HTML
        }
        return """
            \(songs)\(collection.map { "\($0.button(style: "action tool"))\n" })\(HTML(forms.map { $0.html(below: root) }))\(deletion)
            """
    }
}

extension PlaylistFormModel {
    /// The button, and the form that it opens.
    func html(below root: HTML) -> HTML {
        let (id, opened) = (purpose.rawValue, PageAddress.playlists)
        return """
            <button type="button" class="action tool" popovertarget="\(id)-playlist">\(title)</button>
            <div class="menu question" id="\(id)-playlist" popover>
            <form data-method="\(method.rawValue)" data-address="\(root)\(target)" data-then="\(root)\(opened)/{id}">
            <p><label for="\(id)-name">\(PlaylistEditingModel.name)</label>\
            <input id="\(id)-name" name="name" value="\(name)" required maxlength="200" dir="auto" autocomplete="off"></p>
            <p class="buttons"><button type="submit" class="primary">\(buttonTitle)</button></p>
            </form>
            </div>

            """
    }
}

extension SongCollectionModel {
    /// A button that adds the songs to one of the library's own playlists.
    func button(style: HTML = "action") -> HTML {
        """
        <button type="button" class="\(style)" data-part="collect" data-\(member)="\(value)">\
        \(PlaylistEditingModel.add)</button>
        """
    }
}

extension PlaylistEditingModel {
    /// The choice of a playlist, in which the scripts list the playlists.
    static var html: HTML {
        """
        <div id="playlist-choice" class="menu choice-of-playlist" popover role="dialog" aria-labelledby="choice-title">
        <h2 id="choice-title">\(choice)</h2>
        <ul></ul>
        <form>
        <label for="choice-name">\(new)</label>
        <input id="choice-name" name="name" required maxlength="200" dir="auto" autocomplete="off" placeholder="\(name)">
        <button type="submit" class="primary">\(PlaylistFormModel.new.buttonTitle)</button>
        </form>
        </div>

        """
    }
}

extension SelectionModel {
    /// The check box of a row.
    static func checkbox(_ name: String) -> HTML {
        """
        <input type="checkbox" class="choice action" tabindex="-1" aria-label="\(label(of: name))">
        """
    }

    static var button: HTML {
        """
        <button type="button" class="action tool" data-part="select" aria-pressed="false">\(start)</button>

        """
    }

    /// The bar with the number of selected rows and what can be done with them.
    static func bar(canRemove: Bool) -> HTML {
        var actions: [(part: HTML, title: String)] = [
            ("play", PlayerBarModel.play), ("insert", PlayerBarModel.playNext), ("add", PlayerBarModel.addAll),
            ("collect", PlaylistEditingModel.add), ("bookmark", MusicAction.bookmark.title),
        ]
        if canRemove { actions.append(("remove", remove)) }
        let buttons = actions.map { part, title in
            "<button type=\"button\" data-selection=\"\(part)\">\(title)</button>\n" as HTML
        }
        return """
            <section id="selection" class="selection action" aria-label="\(title)" data-count="\(count)" \
            data-limit="\(limit)" data-limit-text="\(limitText)" data-playsnext="\(PlayerBarModel.playsNext)" \
            data-added="\(PlayerBarModel.added)" data-removed="\(removed)" hidden>
            <p role="status"></p>
            <p class="buttons">
            \(HTML(buttons))</p>
            <button type="button" data-selection="end">\(end)</button>
            </section>

            """
    }
}
