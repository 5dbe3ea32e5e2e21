import Testing
import WebDriver

@Suite(
    "Story: I log in with the token", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: ChromeDriver.executable != nil, "chromedriver has to be installed, which Tests/run does"))
struct LoginTests {
    @Test("Given a server with a token, when I enter it, then I see the music")
    func logsIn() async throws {
        try await SharedLibrary.band.withCopy { program in
            var program = program
            program.environment["FERMATA_SERVE_TOKEN"] = "correct-horse-battery-staple"
            try await ServerProcess.run(program) { served in
                try await Browser.run(scripts: false) { browser in
                    try await browser.open(served.address + "/bookmarks")
                    try await browser.type("a-token-that-is-wrong", into: "[name=token]")
                    try await browser.press(.enter)
                    try await browser.wait(for: "p", toContain: "This is not the token of this server.")
                    try await browser.type("correct-horse-battery-staple", into: "[name=token]")
                    try await browser.press(.enter)
                    try await browser.wait(for: ".cell .title", toContain: "Beautiful People")
                    try await browser.open(served.address + "/?text=sugar")
                    try await browser.wait(for: ".title", toEqual: ["Sugar"])
                }
            }
        }
    }
}
