import AudioFiles
import Foundation
import TestServer
import TestTraits
import Testing

@Suite(
    "Story: I browse my library in the TUI",
    .enabled("tmux draws the terminal; Tests/run installs it") { await TerminalScreen.isPossible() },
    .timeLimit(.minutes(3)))
struct TUIScreensTests {
    private static let tabs = " F1 Music F2 Albums F3 Bookmarks F4 Playlists F5 Downloads F6 To-dos F7 Sources"

    @Test("Given a library, when I browse it, then I see its music first")
    func showsMusicFirst() async throws {
        try await withTUI { screen, _ in
            try await screen.expect(
                [
                    Self.tabs, "Music by title",
                    "     Title                        Artist             Album                  Time",
                    "     Beautiful People             Ed Sheeran         No.6                   3:17",
                    "     Perfect                      Ed Sheeran         ÷                      4:23",
                    "  E  River                        Eminem             Revival                3:41",
                    "     Silence                      A Loner            Alone                  1:40",
                    "     Stitches                     Shawn Mendes       Shawn Mendes           3:26",
                    "     Sugar                        Maroon 5           V                      3:55",
                    "  E  Take Me Back to London       Ed Sheeran         No.6                   3:09",
                    "     Thinking Out Loud            Ed Sheeran         x                      4:41",
                    "", "", "", "", "", "", "", "", "", "", "",
                    "Updated                                                                   1 of 8",
                    "? keys  q quit  Enter play  A queue  / search  o artist  b bookmark  V select",
                ])
        }
    }

    @Test("Given words, when I search them, then I see matches as I type and bookmark one")
    func searchesWhileTyping() async throws {
        try await withTUI { screen, program in
            try await screen.type("/")
            try await screen.type("-l", "shee")
            try await screen.expect(
                [
                    Self.tabs, "Music by relevance, with “shee”",
                    "     Title                        Artist             Album                  Time",
                    "     Perfect                      Ed Sheeran         ÷                      4:23",
                    "     Beautiful People             Ed Sheeran         No.6                   3:17",
                    "     Thinking Out Loud            Ed Sheeran         x                      4:41",
                    "  E  Take Me Back to London       Ed Sheeran         No.6                   3:09",
                    "", "", "", "", "", "", "", "", "", "", "", "", "", "", "Ed Sheeran", "Search: shee",
                    "Enter done  Esc cancel  Tab complete  Shift-Tab next",
                ])
            try await screen.type("Enter", "b")
            try await screen.lines(showing: "✭    Perfect")
            #expect(try await program.column("title", "list --bookmarked") == ["Perfect"])
            try await screen.type("F3")
            try await screen.expect(
                [
                    Self.tabs, "Bookmarked music by title; F3: albums",
                    "     Title                        Artist             Album                  Time",
                    "✭    Perfect                      Ed Sheeran         ÷                      4:23",
                    "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                    "Updated                                                                   1 of 1",
                    "? keys  q quit  Enter play  A queue  / search  o artist  b unbookmark",
                ])
            try await screen.type("b")
            try await screen.lines(showing: "Nothing is bookmarked yet.")
            #expect(try await program.column("title", "list --bookmarked").isEmpty)
        }
    }

    @Test("Given the beginning of a key or name, when I press Tab, then it is completed")
    func completesSearch() async throws {
        try await withTUI { screen, _ in
            try await screen.type("/")
            try await screen.lines(
                showing: "artist:  album:  title:  genre:  source:  year:  added:  duration:  rating:  is:")
            try await screen.type("-l", "art")
            try await screen.type("Tab")
            try await screen.lines(showing: "Search: artist:")
            try await screen.type("-l", "mar")
            try await screen.lines(showing: "Maroon 5")
            try await screen.type("Tab")
            try await screen.lines(showing: "Search: artist:\"Maroon 5\"")
            try await screen.type("Enter")
            try await screen.lines(showing: "1 of 1")
            try await screen.lines(showing: "Music by title, with “artist:\"Maroon 5\" ”")
        }
    }

    @Test("Given a song, when I press o, then I see its artist and can return")
    func opensArtist() async throws {
        try await withTUI { screen, _ in
            try await screen.type("j", "o")
            try await screen.expect(
                [
                    Self.tabs, "Ed Sheeran, songs by popularity",
                    "          Title                              About                          Time",
                    "Albums",
                    "album     No.6                               2019, 2 songs                  6:26",
                    "album     ÷                                  2017, 1 song                   4:23",
                    "album     x                                  2014, 1 song                   4:41",
                    "Songs",
                    "          Perfect                            ÷                              4:23",
                    "          Beautiful People                   No.6                           3:17",
                    "          Thinking Out Loud                  x                              4:41",
                    "  E       Take Me Back to London             No.6                           3:09",
                    "Playlists",
                    "playlist  Love Songs                         3 songs, 2 by this artist",
                    "playlist  Hard                               2 songs, 1 by this artist",
                    "playlist  Pop Remix                          3 songs, 1 by this artist",
                    "Related artists",
                    "related   Shawn Mendes                       1 song, 2 shared playlis…",
                    "related   Eminem                             1 song, 1 shared playlist",
                    "related   Maroon 5                           1 song, 1 shared playlist",
                    "", "",
                    "Updated                                                                  1 of 13",
                    "? keys  q quit  Enter open  p play  A queue  Esc back  b bookmark  V select",
                ])
            try await screen.type("G", "Enter")
            try await screen.lines(showing: "Maroon 5, songs by popularity")
            try await screen.type("BSpace", "h")
            try await screen.lines(showing: "2 of 8")
        }
    }

    @Test("Given playlists, when I open one, then I see its songs and their details")
    func opensPlaylist() async throws {
        try await withTUI { screen, program in
            try await screen.type("F4")
            try await screen.expect(
                [
                    Self.tabs, "Playlists",
                    "Name                              Songs  Missing                   Source",
                    "Hard                            2 songs                            radio",
                    "Love Songs                      3 songs                            radio",
                    "Pop                              1 song                            radio",
                    "Pop Remix                       3 songs  1 not in the library      radio",
                    "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                    "Updated                                                                   1 of 4",
                    "? keys  q quit  Enter open  p play  A queue  a add  / search  V select",
                ])
            try await screen.type("Down", "Enter")
            try await screen.expect(
                [
                    Self.tabs, "Love Songs, 3 songs",
                    "     Title                        Artist             Album                  Time",
                    "     Perfect                      Ed Sheeran         ÷                      4:23",
                    "     Stitches                     Shawn Mendes       Shawn Mendes           3:26",
                    "     Thinking Out Loud            Ed Sheeran         x                      4:41", "",
                ])
            try await screen.type("i")
            let detail = try await screen.lines(showing: "album       ÷")
            let id = try #require(try await program.column("id", "list perfect").first)
            #expect(detail[2].hasPrefix("id          \(id)") && detail[2].hasSuffix("┌────────────────────────┐"))
            #expect(detail.contains { $0.hasPrefix("source      radio") })
            #expect(detail.contains { $0.hasSuffix("└────────────────────────┘") })
        }
    }

    @Test("Given audio, when I press d, then I see its progress and its mark at the end")
    func showsDownloadProgress() async throws {
        let files = ServedFiles(count: 3) { _ in 400_000 }
        let gate = Gate()
        try await withCatalogueServer { server in
            files.serve(on: server) { .trickled($1, until: gate, type: "audio/mpeg") }
            let program = try Program()
            try await program.addAndSyncSource(server.url("/songs"))
            try await TerminalScreen.shell(program) { screen in
                try await screen.enter("fermata browse")
                try await screen.lines(showing: "1 of 3")
                try await screen.type("d")
                try await screen.lines(showing: " %")
                try await screen.type("F5")
                try await screen.lines(showing: " of 400 kB")
                gate.open()
                try await screen.expect(
                    [
                        Self.tabs, "Downloads",
                        "     Title                    Artist                    Size  State",
                        " ⤓   Song 1                   Band                    400 kB  downloaded",
                        "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                        "Updated                                                                   1 of 1",
                        "? keys  q quit  Enter play  A queue  x remove  o artist  b bookmark  y playlist",
                    ])
                try await screen.type("F1")
                try await screen.lines { $0.count == 24 && $0[1] == "Music by title" && $0[3].hasPrefix(" ⤓   Song 1") }
                try await screen.type("d", "y")
                try await screen.lines(without: "⤓")
            }
        }
    }

    @Test("Given a plan, when I add it, then I can open its map and check it off")
    func addsAndChecksToDo() async throws {
        try await withTUI { screen, program in
            try await screen.type("F6", "a")
            try await screen.lines(showing: "A new to-do")
            try await screen.type("Tab", "Tab")
            try await screen.type("-l", "2026-12-42")
            try await screen.expect(
                [
                    Self.tabs, "A new to-do", "title", "             A to-do needs a title.", "description", "",
                    "date         2026-12-42", "             There is no day “2026-12-42”.", "place", "", "address",
                    "", "", "", "", "", "", "", "", "", "", "", "Updated", "Tab next field  Ctrl-S save  Esc cancel",
                ])
            try await screen.type("BSpace", "BSpace")
            try await screen.type("-l", "24")
            try await screen.lines(showing: "Thursday, December 24, 2026")
            try await screen.type("Up", "Up")
            try await screen.type("-l", "Carols")
            try await screen.type("Tab", "Tab", "Tab")
            try await screen.type("-l", "Lotte Concert Hall")
            try await screen.type("Tab")
            try await screen.type("-l", "Songpa-gu, Seoul")
            try await screen.type("Enter")
            try await screen.lines(showing: "Only the town of this address was found")
            try await screen.type("Home")
            try await screen.expect(
                [
                    Self.tabs, "To-dos",
                    "     N  Title                        Place              Date", "To-do",
                    "     1  Carols                       ≈ Lotte Concert …  12/24/2026",
                    "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                    "Updated                                                                   1 of 1",
                    "? keys  q quit  Enter open  x remove  a add  c check  e edit",
                ])
            try await screen.type("Enter")
            let detail = try await screen.lines(showing: "◉ Lotte Concert")
            #expect(detail[1] == "Carols" && detail[2] == "title       Carols")
            #expect(detail[3] == "date        Thursday, December 24, 2026")
            #expect(detail.contains("┌─────────────────────────────────┐"))
            try await screen.type("End")
            try await screen.lines(showing: "├──────────── 500 m ────────────┤")
            try await screen.type("c")
            let done = try await screen.lines(showing: "Done", withColours: true)
            #expect(done.contains { $0.contains("\u{1B}[9mCarols") || $0.contains(";9mCarols") }, "\(done)")
            #expect(try await program.column("title", "todo --done") == ["Carols"])
        }
    }

    @Test("Given unknown keys, when I press ?, then I see them all")
    func showsKeys() async throws {
        try await withTUI(lines: 55) { screen, _ in
            try await screen.type("?")
            try await screen.expect(
                [
                    Self.tabs, "Keys",
                    "↑ k, ↓ j                         move a row up, down",
                    "PgUp Ctrl-B, PgDn Ctrl-F Space   move a page up, down",
                    "Ctrl-U, Ctrl-D                   move half a page up, down",
                    "Home g, End G                    go to the first row, to the last",
                    "Enter                            play from the song on; open another row",
                    "→ l                              open; in columns, go to the right",
                    "Backspace ← h                    go back; in columns, to the left",
                    "p                                play the song, album, playlist or artist",
                    "A, I                             add to the queue, play next",
                    "Esc                              end the search or selection, or go back",
                    "J, K                             move songs of a queue or playlist",
                    "x                                remove songs from a list; remove other rows",
                    "a                                add a to-do; add a playlist or a source there",
                    "c                                check or uncheck a to-do",
                    "e                                change a to-do or source, rename a playlist",
                    "R                                sync the selected source",
                    "/                                search as you type",
                    "o                                open the page of the artist",
                    "b                                bookmark, or remove the bookmark",
                    "0, 1, 2, 3, 4, 5                 rate from 1 to 5, or remove the rating",
                    "B                                bookmark the song that plays, or remove it",
                    "), !, @, #, $, %                 rate it from 1 to 5, or remove the rating",
                    "V                                select several rows for these keys",
                    "y                                add to a playlist",
                    "X                                delete the playlist",
                    "i                                show all details",
                    "L                                read the lyrics of a song",
                    "d                                download, or remove the download",
                    "s, S                             choose the order, reverse it",
                    "D, C, O                          show albums: added last, most played, random",
                    "f                                show bookmarked music first, or not",
                    "u                                undo the last change",
                    "M, m                             play all by the artist, shuffle the library",
                    "P                                pause, or resume",
                    "n, N                             play the next song, the previous one",
                    "<, >                             seek ten seconds back, forward",
                    "-, + =                           change the volume",
                    "z, Z                             shuffle the queue, repeat it",
                    "t, T                             stop in 15, 30, 60 minutes, after this song",
                    "w, W                             show the player, the queue",
                    "r Ctrl-R                         sync all sources",
                    "F1–F7, Tab, Shift-Tab            show a tab, the next, the previous",
                    "?                                show this help",
                    "Ctrl-L, Ctrl-Z                   redraw, suspend",
                    "Q                                quit, and let the music play on",
                    "q, Ctrl-C                        quit",
                    "Tab, Shift-Tab                   in a search: take a suggestion, show the next",
                    "wheel                            scroll",
                    "click                            select; play or open the selection; show a tab",
                    "theme.conf                       in the settings folder: other colours and keys",
                    "▶ ✭ ⤓ E ★                        plays, bookmarked, downloaded, explicit, rating",
                    "Updated", "q quit  Esc back",
                ])
        }
    }

    @Test("Given a folder, when I add, sync and remove it, then its songs come and go")
    func managesSources() async throws {
        let folder = MusicFolder()
        try folder.add("song.flac", as: "song.flac")
        try await withTUI(columns: 120) { screen, program in
            try await screen.type("F7")
            try await screen.lines(showing: "radio")
            try await screen.type("a")
            try await screen.type("-l", folder.path)
            try await screen.lines(showing: "A folder of audio files on this computer.")
            try await screen.type("Tab")
            try await screen.type("-l", "Music")
            try await screen.type("C-s")
            try await screen.lines(showing: "Added “Music”. Press R to sync it.")
            try await screen.type("R")
            try await screen.lines(showing: "1 added")
            #expect(try await program.column("title", "list --source Music").count == 1)
            try await screen.type("x")
            try await screen.lines(showing: "y remove  k keep bookmarked songs  n no")
            try await screen.type("y")
            try await screen.lines(showing: "Removed Music.")
            #expect(try await program.column("name", "source list") == ["radio"])
        }
        withExtendedLifetime(folder) {}
    }

    @Test("Given songs, when I select them and press y, then I have a playlist that I can change")
    func changesPlaylist() async throws {
        try await withTUI { screen, program in
            try await screen.type("V", "j", "j", "y")
            try await screen.lines(showing: "Add 3 songs to a playlist")
            try await screen.type("Enter")
            try await screen.lines(showing: "A new playlist")
            try await screen.type("-l", "Best")
            try await screen.type("Enter")
            try await screen.lines(showing: "Created the playlist “Best” with 3 songs.")
            #expect(try await program.column("title", "playlist Best") == ["Beautiful People", "Perfect", "River"])
            try await screen.type("F4")
            try await screen.lines(showing: "1 of 5")
            try await screen.type("Enter")
            // The heading is there before the songs, which only move when they are.
            try await screen.lines { $0.contains("Best, 3 songs") && $0.contains { $0.hasSuffix("1 of 3") } }
            try await screen.type("J", "J")
            try await waitUntil {
                try await program.column("title", "playlist Best") == ["Perfect", "River", "Beautiful People"]
            }
            try await screen.type("k", "x")
            try await waitUntil {
                try await program.column("title", "playlist Best") == ["Perfect", "Beautiful People"]
            }
            try await screen.type("e")
            try await screen.lines(showing: "Rename “Best”")
            try await screen.type("C-u")
            try await screen.type("-l", "Top")
            try await screen.type("Enter")
            try await screen.lines(showing: "Top, 2 songs")
            try await screen.type("X", "y")
            try await screen.lines(showing: "Deleted “Top”. Press u to undo.")
            try await screen.type("u")
            try await screen.lines(showing: "Undone: deleted the playlist “Top”.")
            #expect(try await program.column("title", "playlist Top") == ["Perfect", "Beautiful People"])
        }
    }

    @Test("Given a wide terminal, when I move between columns, then each shows what I selected before")
    func showsColumns() async throws {
        try await withTUI(columns: 120) { screen, _ in
            try await screen.type("F2")
            try await screen.lines { $0.count == 24 && $0[3].hasPrefix("All artists") && $0[3].contains("│") }
            try await screen.type("h", "j", "j")
            try await screen.lines { $0.count == 24 && $0[1] == "Artists" && $0[3].contains("No.6") }
            try await screen.type("l", "l")
            try await screen.lines { $0.count == 24 && $0[1].hasPrefix("No.6") && $0[4].contains("Take Me Back") }
            try await screen.resize(columns: 80, lines: 24)
            try await screen.lines { $0.count == 24 && $0[1] == "Albums by name" && !$0[3].contains("│") }
        }
    }

    @Test("Given a small terminal, then I see the most important keys completely")
    func fitsKeys() async throws {
        try await withTUI(columns: 60, lines: 20) { screen, _ in
            let lines = try await screen.lines(showing: "1 of 8")
            #expect(lines.last == "? keys  q quit  Enter play  A queue  / search  o artist")
        }
    }

    @Test("Given a theme file with an error, then its line is named, and the rest is used")
    func readsThemeFile() async throws {
        try await SharedLibrary.band.withCopy { program in
            let folder = program.home.appending(path: ".config/fermata")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let text = "theme = night\ncolour.mark = purpel\nkey.quit = E\n"
            try Data(text.utf8).write(to: folder.appending(path: "theme.conf"))
            try await TerminalScreen.shell(program) { screen in
                try await screen.enter("fermata browse")
                try await screen.lines(showing: "Line 2: “purpel” is no colour.")
                try await screen.lines(showing: "E quit")
                // The selected row, which appears when the songs are read.
                try await screen.lines(withColours: true) {
                    $0.contains { $0.contains("\u{1B}[38;5;231") && $0.contains("48;5;24") }
                }
                try await screen.type("q", "E")
                try await screen.lines { $0.last == "$" }
            }
        }
    }

    @Test("Given a mouse, when I click and scroll, then it works like keys")
    func acceptsMouse() async throws {
        try await withTUI { screen, _ in
            try await screen.type("-l", "\u{1B}[<0;10;6M\u{1B}[<0;10;6m")
            try await screen.lines(showing: "3 of 8")
            try await screen.type("o")
            try await screen.lines(showing: "Eminem, songs by popularity")
            try await screen.type("-l", "\u{1B}[<0;40;1M\u{1B}[<0;40;1m")
            try await screen.lines(showing: "1 of 4")
            try await screen.resize(columns: 80, lines: 5)
            try await screen.lines { $0.first == "Playlists" && $0.last?.hasSuffix("1 of 4") == true }
            try await screen.type("-l", "\u{1B}[<65;10;4M")
            try await screen.lines(without: "Hard ")
        }
    }

    @Test("Given a young listener, then I see no explicit music")
    func hidesExplicitMusic() async throws {
        try await withTUI("browse --age 12", showing: "1 of 6") { screen, _ in
            let lines = try await screen.lines()
            #expect(!lines.contains { $0.contains("River") || $0.contains("London") })
            try await screen.type("o")
            let artist = try await screen.lines(showing: "Love Songs")
            #expect(!artist.contains { $0.contains("London") || $0.contains("Hard") })
        }
    }

    private func withTUI(
        _ command: String = "browse", showing position: String = "1 of 8", columns: Int = 80, lines: Int = 24,
        _ body: (TerminalScreen, Program) async throws -> Void
    ) async throws {
        try await SharedLibrary.band.withCopy { program in
            try await TerminalScreen.shell(program, size: (columns, lines)) { screen in
                try await screen.enter("fermata \(command)")
                try await screen.lines(showing: position)
                try await body(screen, program)
            }
        }
    }
}

extension TerminalScreen {
    /// Waits until the screen starts with these lines, ignoring how long ago the library was updated.
    func expect(_ expected: [String]) async throws {
        try await lines { $0.prefix(expected.count).map(Self.withoutAge) == expected }
    }

    private static func withoutAge(_ line: String) -> String {
        guard let match = line.prefixMatch(of: /Updated (just now|\d+ \w+ ago)/) else { return line }
        let remainder = line.dropFirst(match.0.count)
        return remainder.isEmpty ? "Updated" : "Updated" + String(repeating: " ", count: match.0.count - 7) + remainder
    }
}
