import Foundation
import Testing

@Suite("Story: I open the home page", .timeLimit(.minutes(3)))
struct HomePageTests {
    @Test("Given albums, then the page has rows of covers and the genres, each with a link to all")
    func showsRows() async throws {
        try await SharedLibrary.albums.withCopy { program in
            try await InProcessServer.run(program) { served in
                let page = try await served.get("/home").text
                let headings = page.matches(of: /<h2 id="section-\d"><a href="([^"]+)">([^<]+)<\/a><\/h2>/)
                #expect(headings.map { String($0.2) } == ["Recently added", "By genre", "Random"])
                #expect(headings.map { String($0.1) }.prefix(2) == ["/albums?sort=added", "/genres"])
                #expect(page.components(separatedBy: "<article class=\"tile\"").count == 9)
                #expect(page.contains("<a href=\"/albums?genre=pop\">pop</a>"))
                #expect(page.contains("data-part=\"shuffle\" data-sample data-list=\"/random\">Shuffle<"))
                #expect(page.contains("<a href=\"/home\" aria-current=\"page\">Home</a>"))
                let again = try await served.get("/home")
                #expect(again.text == page && again["ETag"] != nil)
            }
        }
    }

    @Test("Given an empty library, then the page says what to do first")
    func explainsEmptyLibrary() async throws {
        let program = try Program()
        let folder = program.home.appending(path: "Music")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await program.run(words: ["source", "add", "folder", folder.path])
        try await InProcessServer.run(program) { served in
            let page = try await served.get("/home").text
            #expect(page.contains("There are no albums yet.") && page.contains("<a href=\"/sources\">Sources</a>"))
        }
    }

    @Test("Given a song, then its page and its row link its album")
    func linksAlbum() async throws {
        try await SharedLibrary.albums.withCopy { program in
            try await InProcessServer.run(program) { served in
                let id = try await served.id("violence")
                let link = "<a href=\"/music/\(id)/album\">"
                #expect(try await served.get("/").text.contains(link + "Long Division</a>"))
                #expect(try await served.get("/music/\(id)").text.contains(link + "Long Division</a>"))
                #expect(try await served.get("/artists/Low").text.contains(link + "Album</a>"))
                let album = try await served.get("/music/\(id)/album").text
                #expect(album.contains(">Long Division</h1>") && album.contains(">Shame</a>"))
            }
        }
    }
}
