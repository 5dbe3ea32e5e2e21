import Testing
import WebDriver

@Suite(
    "Story: I sign in in the browser", .serialized, .timeLimit(.minutes(5)),
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

    @Test("Given no account, when I add one on its page, then I am signed in, sign out and sign in again")
    func usesAccount() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await ServerProcess.run(program) { served in
                try await Browser.run { browser in
                    try await browser.open(served.address + "/accounts")
                    try await browser.wait(for: ".empty", toContain: "The library has no accounts.")
                    try await browser.type("anna", into: "#account-name")
                    try await browser.type("correct horse", into: "#account-password")
                    try await browser.click("#main .add [type=submit]")
                    try await browser.wait(for: ".source .title", toEqual: ["anna"])
                    try await browser.wait(for: "return document.querySelector('#account-age') !== null")
                    try await browser.click(".source .title a")
                    try await browser.wait(for: "dd", toContain: "administrator")
                    try await browser.click("form.buttons button")
                    try await browser.wait(for: "h1", toEqual: ["A new API key of “anna”"])
                    try await browser.wait(for: "return document.querySelector('.secret').textContent.length > 20")
                    try await browser.wait(for: "footer.site form span", toEqual: ["Signed in as “anna”"])
                    try await browser.click("footer.site form button")
                    try await browser.wait(for: "[role=status]", toEqual: ["Sign in with your account."])
                    try await browser.type("anna", into: "[name=name]")
                    try await browser.type("wrong", into: "[name=password]")
                    try await browser.press(.enter)
                    try await browser.wait(for: ".problem", toEqual: ["The name or the password is wrong."])
                    try await browser.type("anna", into: "[name=name]")
                    try await browser.type("correct horse", into: "[name=password]")
                    try await browser.press(.enter)
                    try await browser.wait(for: ".cell .title", toContain: "Beautiful People")
                }
            }
        }
    }
}
