import Testing
import WebDriver

@Suite(
    "Story: I read without scripts", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ChromeDriver.executable != nil, "chromedriver has to be installed, which Tests/run does"))
struct NoScriptTests {
    @Test(
        "Given no scripts, then searching, sorting and paging work, and no button is dead")
    func worksWithoutScripts() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await program.run(words: ["todo", "add", "Hear Low"])
            try await program.run("playlist new Mine sugar")
            let own = try #require(try await program.column("id", "playlists mine").first)
            try await ServerProcess.run(program) { served in
                try await Browser.run(scripts: false) { browser in
                    try await browser.open(served.address + "/?limit=3")
                    try await browser.wait(for: ".title", toEqual: ["Beautiful People", "Perfect", "River"])
                    try await browser.click("[rel=next]")
                    try await browser.wait(for: ".title", toEqual: ["Silence", "Stitches", "Sugar"])
                    try await browser.wait(for: ".paging span", toEqual: ["4–6 of 8"])
                    try await browser.click("[rel=prev]")
                    try await browser.wait(for: ".title", toEqual: ["Beautiful People", "Perfect", "River"])
                    try await browser.type("maroon", into: "#text")
                    try await browser.press(.enter)
                    try await browser.wait(for: ".title", toEqual: ["Sugar"])
                    let keys = try await browser.run(
                        "return [...document.querySelector('#text').list.options].map(o => o.value)")
                    #expect(keys.list.count == 10 && keys.list.first == "artist:")
                    try await browser.click(".cell .more")
                    try await browser.click(".menu:popover-open li:last-child a")
                    try await browser.wait(forPage: "/music/\(try await served.id("sugar"))")
                    try await browser.wait(for: "h1", toEqual: ["Sugar"])
                    #expect(try await browser.texts("dd").contains("Maroon 5"))
                    for path in [
                        "/", "/home", "/queue", "/artists/Eminem", "/playlists", "/playlists/\(own)",
                        "/music/\(try await served.id("sugar"))", "/to-dos",
                    ] {
                        try await browser.open(served.address + path)
                        let dead = try await browser.run(
                            "return [...document.querySelectorAll('.action')].filter(e => e.checkVisibility()).length")
                        #expect(dead == 0, "\(path)")
                    }
                    try await browser.click("[data-key='to-do-1'] .title a")
                    try await browser.wait(for: "h1", toEqual: ["Hear Low"])
                }
            }
        }
    }
}
