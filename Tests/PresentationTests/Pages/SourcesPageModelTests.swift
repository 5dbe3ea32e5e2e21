import FermataDomain
import FermataPresentation
import Testing

@Suite("The pages of sources")
struct SourcesPageModelTests {
    private let folder = SourceCellModel.stored("My/Music", kind: "folder", address: "/home/ann/Music")

    @Test("a row shows where a source is, when it was updated, and its state")
    func showsRows() throws {
        let model = SourcesPageModel([.stored("radio", latest: .synced("radio")), folder])
        #expect(model.title == "Sources" && model.countText == "2 sources")
        let (radio, music) = (model.rows[0], model.rows[1])
        #expect(radio.placeText == "http, https://radio.example/songs.json")
        #expect(radio.detailText == "12 songs, updated 3 minutes ago" && radio.stateText == "3 added")
        #expect(music.placeText == "folder, on the server’s computer" && music.stateText.isEmpty)
        #expect(music.address.description == "/sources/My%2FMusic" && music.key == "source-My/Music")
        #expect(
            radio.accessibilityLabel
                == "radio, http, https://radio.example/songs.json, 12 songs, updated 3 minutes ago, 3 added")
    }

    @Test("the state is what to do next, or what went wrong without addresses")
    func showsNextStep() {
        let new = SourcesPageModel([.stored("radio", isRead: false)]).rows[0]
        #expect(new.detailText == "12 songs, never updated")
        #expect(new.stateText == "Not read yet: sync it to list its songs." && !new.isProblem)
        let failed = SourcesPageModel([.stored("radio", latest: .synced("radio", failure: .status(404)))]).rows[0]
        #expect(failed.stateText == "Cannot read the source: the server returned 404 Not Found." && failed.isProblem)
        let running = SourcesPageModel([.stored("radio", progress: .started("radio"))]).rows[0]
        #expect(running.stateText == "updating…")
    }

    @Test("an empty page says how to add a source")
    func explainsEmptyPage() {
        #expect(SourcesPageModel([]).emptyText == "There is no source yet. Add one on the Sources page.")
        let form = SourcesPageModel([]).form
        #expect(form.isNew && form.target.description == "/api/sources" && form.next == nil)
        #expect(form.fields.map(\.key) == ["address", "name", "playlists", "user", "password"])
        #expect(form.fields.filter(\.isSecret).map(\.key) == ["password"])
        #expect(form.fields.filter(\.isRequired).map(\.key) == ["address"])
    }

    @Test("buttons sync a source, or remove it with or without its bookmarked songs")
    func offersActions() {
        let page = SourcePageModel(folder)
        #expect(
            ([page.sync].compactMap(\.self) + page.removals).map { "\($0.title): \($0.method.rawValue) \($0.address)" }
                == [
                    "Sync: POST /api/sources/My%2FMusic/sync", "Remove: DELETE /api/sources/My%2FMusic",
                    "Keep bookmarked songs: DELETE /api/sources/My%2FMusic?keepBookmarked=true",
                ])
        #expect(page.removalQuestion == "Remove “My/Music” and all songs that came only from it?")
    }

    @Test("a page offers no sync of a program, which only runs at the computer that has it")
    func offersNoSyncOfProgram() {
        #expect(SourcePageModel(.stored("list", kind: "command")).sync == nil)
    }

    @Test("the form of a folder changes its name only, and shows no path")
    func limitsFormOfFolder() {
        let page = SourcePageModel(folder)
        #expect(page.form.fields.map(\.key) == ["name"] && page.form.fields.map(\.text) == ["My/Music"])
        #expect(page.form.hint == "It is moved at the computer that has it: fermata source set.")
        #expect(page.lines.map(\.label) == ["Kind", "Address", "Songs", "Updated"])
        let texts = page.lines.map(\.text) + page.form.fields.map(\.text)
        #expect(!texts.contains { $0.contains("/home") })
        let radio = SourcePageModel(.stored("radio")).form
        #expect(radio.fields.map(\.key) == ["address", "name", "playlists"])
        #expect(radio.target.description == "/api/sources/radio" && radio.next?.description == "/sources")
    }
}
