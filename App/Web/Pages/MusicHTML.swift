import FermataDomain
import FermataPresentation

extension MusicDetailModel {
    /// The content of the song's page.
    func html(below root: HTML) -> HTML {
        let audio = track.row.audio
        let play: HTML? = audio.map { _ in
            """
            <button type="button" class="action" data-part="play">\(PlayerBarModel.play)</button>
            \(HTML.queueButton(PlayerBarModel.playNext, part: "insert"))
            \(HTML.queueButton(PlayerBarModel.addAll, part: "add"))

            """
        }
        let buttons =
            [SongCollectionModel.song(track.id).button()]
            + track.actions.models(of: track.id).all.map { HTML.button($0, below: root) }
        return """
            <article class="detail-screen" data-key="\(track.id.description)"\
            \(HTML.attribute("data-played-after", audio?.secondsUntilPlayed))>
            \(HTML.artwork(track.row.artworkModel, width: "240px", isLazy: false, below: root))
            <div>
            <p class="buttons">
            \(play)\(HTML(buttons.map { "\($0)\n" }))\(HTML.rating(track.ratingButtons, below: root))
            <a href="\(root)\(PageAddress.lyrics(track.id))">Lyrics</a>
            <span class="download\(track.isProblem ? " problem" : nil)" data-part="download" tabindex="-1">\
            \(track.openDownloadText)</span>
            </p>
            <dl>
            \(HTML(pageLines.map { $0.html(below: root) }))</dl>
            </div>
            </article>

            """
    }
}

extension MusicDetailModel.Line {
    /// A label and its text, which is a link if it has an address.
    func html(below root: HTML) -> HTML {
        """
        <div><dt>\(label)</dt><dd dir="auto">\(HTML.link(text, to: address, below: root))</dd></div>

        """
    }
}

extension LyricsScreen {
    var pageRows: PageRows {
        PageRows(count: count) { index, _ in
            let row = row(at: index)
            return "<li\(HTML.attribute("data-time", row.milliseconds)) dir=\"auto\">\(row.text)</li>\n"
        }
    }

    /// The content of the lyrics' page.
    func html(below root: HTML) -> HTML {
        let lines: HTML =
            isEmpty
            ? "<p class=\"empty\">\(emptyText.web)</p>"
            : """
            <ol class="lyrics" dir="auto">
            \(PageRows.mark)</ol>
            """
        return """
            <article class="lyrics-screen" data-key="\(music.id.description)"\
            \(HTML.attribute("data-played-after", music.audio?.secondsUntilPlayed))>
            <p class="buttons"><a href="\(root)\(PageAddress.music(music.id))">Details</a></p>
            \(lines)
            </article>

            """
    }
}
