import TestServer
import Testing
import WebDriver

/// The pages in a real browser, one for all stories.
@Suite(
    "The pages in a browser", .serialized, .browser,
    .enabled(if: ChromeDriver.executable != nil, "chromedriver has to be installed, which Tests/run does"))
enum BrowserTests {
    /// Runs a story with a page of the built program open in the browser, and expects a quiet console.
    static func open(
        _ path: String, _ arguments: [String] = [], width: Int = 1_000, height: Int = 700,
        _ body: (Browser, Served, CatalogueServer) async throws -> Void
    ) async throws {
        try await BandCatalogue.gathered { program, server in
            try await open(path, program, arguments, width: width, height: height) { browser, served in
                try await body(browser, served, server)
            }
        }
    }

    /// The same with a library that is there already.
    static func open(
        _ path: String, _ program: Program, _ arguments: [String] = [], width: Int = 1_000, height: Int = 700,
        _ body: (Browser, Served) async throws -> Void
    ) async throws {
        let browser = try #require(BrowserTrait.current)
        try await Served.run(program, arguments) { served in
            try await browser.resize(width: width, height: height)
            try await browser.open(served.address + path)
            try await browser.wait(for: "return document.documentElement.classList.contains('scripted')")
            try await body(browser, served)
            let log = try await browser.log()
            #expect(log == [])
            try await browser.open("about:blank")
        }
    }
}

/// A browser that is started before the first test of a suite, and ended after the last.
struct BrowserTrait: SuiteTrait, TestScoping {
    @TaskLocal static var current: Browser?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Browser.run { browser in
            try await Self.$current.withValue(browser) { try await function() }
        }
    }
}

extension Trait where Self == BrowserTrait {
    static var browser: BrowserTrait { BrowserTrait() }
}
