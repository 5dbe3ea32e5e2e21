import FermataDomain
import FermataPresentation
import Testing

@Suite("Key hints of the TUI")
struct TUIHintTests {
    @Test("offers the actions of a song")
    func offersActionsOfSong() {
        var session = TUISession()
        session.start()
        #expect(
            session.screen.hints
                == "? keys  q quit  Enter open  i details  / search  s sort  b bookmark  d download  p play")
        session.press("i")
        #expect(session.screen.hints == "? keys  q quit  Esc back  b bookmark  d download  L lyrics  p play")
    }

    @Test("offers to open and check an open to-do, and only to uncheck a done one")
    func offersActionsOfToDo() throws {
        var session = TUISession()
        session.toDos = [
            ToDo(number: 1, item: try .gig()), ToDo(number: 2, item: ToDoItem(title: "Heroes"), isDone: true),
        ]
        session.start()
        session.press("5")
        #expect(session.screen.hints == "? keys  q quit  Enter open  a add  e edit  c check  x remove")
        session.press(.down)
        #expect(session.screen.hints == "? keys  q quit  a add  e edit  c uncheck  x remove")
        session.press(.up, .enter)
        #expect(session.screen.hints == "? keys  q quit  Esc back  e edit  c check  x remove")
    }

    @Test(
        "offers nothing for rows of an empty list",
        arguments: [("2", "/ search  s sort"), ("3", "/ search"), ("5", "a add")] as [(Character, String)])
    func offersNothingForEmptyList(tab: Character, remaining: String) {
        var session = TUISession(songs: [])
        session.start()
        session.press(.character(tab))
        #expect(session.screen.hints == "? keys  q quit  " + remaining)
        session.press("4")
        #expect(session.screen.hints == "? keys  q quit")
    }

    @Test("offers to remove a download, and the actions of its song")
    func offersActionsOfDownload() {
        var session = TUISession()
        session.downloads = [Download(music: TUISession.song(0, "Changes"), state: .waiting)]
        session.start()
        session.press("4")
        #expect(
            session.screen.hints == "? keys  q quit  Enter open  i details  b bookmark  d download  p play  x remove")
    }

    @Test("the keys of bookmark, download and play say what they do with the selected song")
    func offersActionsOfState() {
        var session = TUISession()
        var song = TUISession.song(0, "Changes", isBookmarked: true)
        session.start()
        session.send(.bookmarkSet(MusicCellModel(song)))
        #expect(session.screen.hints?.hasSuffix("b unbookmark  d download  p play") == true)
        session.press("b")
        #expect(session.screen.hints?.hasSuffix("b bookmark  d download  p play") == true)
        session.states[song.id] = .downloaded
        session.send(.libraryChanged)
        #expect(session.screen.hints?.hasSuffix("d remove download  p play") == true)
        session.press("i")
        #expect(session.screen.hints?.contains("d remove download  L lyrics") == true)
        song.audioURL = nil
        session.downloads = [Download(music: song, state: .failed(.status(404)))]
        session.press(.escape, "4")
        #expect(session.screen.hints?.hasSuffix("b bookmark  d remove download  x remove") == true)
        session.downloads = [Download(music: song, state: .downloading(fraction: 0.5))]
        session.send(.libraryChanged)
        #expect(session.screen.hints?.hasSuffix("b bookmark  x remove") == true)
    }

    @Test("offers the usual actions while rows are loading")
    func offersUsualActionsWhileLoading() {
        var session = TUISession()
        session.repliesAtOnce = false
        session.start()
        let usual = "? keys  q quit  Enter open  i details  / search  s sort  b bookmark  d download  p play"
        #expect(session.screen.hints == usual)
        session.press("4")
        #expect(
            session.screen.hints == "? keys  q quit  Enter open  i details  b bookmark  d download  p play  x remove")
        session.press("5")
        #expect(session.screen.hints == "? keys  q quit  Enter open  a add  e edit  c check  x remove")
    }

    @Test("offers only what a row of an artist page can do")
    func offersActionsOfArtistRow() {
        var session = TUISession()
        session.start()
        session.press(.enter)
        let song = "? keys  q quit  Enter open  i details  Esc back  s sort  b bookmark  d download  p play"
        #expect(session.screen.hints == song)
        session.repliesAtOnce = false
        session.send(.libraryChanged)
        let related = RelatedArtist(artist: Artist(name: "Lou Reed", trackCount: 1), sharedPlaylists: 1, closeness: 1)
        let message = MessageCellModel(.empty, of: .playlists, "No playlists.")
        let rows: [ArtistCellModel] = [.relatedArtist(RelatedArtistCellModel(related)), .message(message)]
        for load in session.loads.suffix(1) {
            session.send(.loaded(load, .allRows(rows.map(TUIRow.artist), freshness: nil)))
        }
        #expect(session.screen.hints == "? keys  q quit  Enter open  Esc back  s sort")
        session.press(.down)
        #expect(session.screen.hints == "? keys  q quit  Esc back  s sort")
    }

    @Test("offers the keys of prompts, searches, forms and help")
    func offersKeysOfInput() {
        var session = TUISession()
        session.start()
        session.press("/")
        #expect(session.screen.hints == "Enter done  Esc cancel")
        session.press(.escape, "?")
        #expect(session.screen.hints == "q quit  Esc back")
        session.press(.escape, "a")
        #expect(session.screen.hints == "Tab next field  Ctrl-S save  Esc cancel")
        session.type("x")
        session.press(.escape)
        #expect(session.screen.hints == "y yes  n no")
    }
}
