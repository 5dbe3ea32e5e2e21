import TestServer
import Testing
import WebDriver

/// The pages in a real browser, which all suites share.
@Suite(
    "The pages in a browser", .serialized, .browser, .timeLimit(.minutes(5)),
    .enabled(if: ChromeDriver.executable != nil, "chromedriver has to be installed, which Tests/run does"))
enum BrowserTests {
    /// Opens a page of the built program in the browser, runs the body, and expects an empty console.
    static func open(
        _ path: String, _ arguments: [String] = [], width: Int = 1_000, height: Int = 700,
        _ body: (Browser, ServerProcess, CatalogueServer) async throws -> Void
    ) async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            try await open(path, program, arguments, width: width, height: height) { browser, served in
                try await body(browser, served, server)
            }
        }
    }

    /// Shows each message of the page until the next one, so that a test on a busy machine does not miss it.
    static let keepMessages = """
        return import(new URL('page.js', document.querySelector('script[type=module]').src))
            .then(({ delays }) => { delays.message = 600_000; })
        """

    /// Opens a page of an existing library.
    static func open(
        _ path: String, _ program: Program, _ arguments: [String] = [], width: Int = 1_000, height: Int = 700,
        _ body: (Browser, ServerProcess) async throws -> Void
    ) async throws {
        try await ServerProcess.run(program, arguments) { served in
            try await open(path, on: served, width: width, height: height) { try await body($0, served) }
        }
    }

    /// Opens a page of a running server.
    static func open(
        _ path: String, on served: ServerProcess, width: Int = 1_000, height: Int = 700,
        _ body: (Browser) async throws -> Void
    ) async throws {
        try await withTab { browser in
            try await browser.resize(width: width, height: height)
            try await browser.open(served.address + path)
            try await browser.wait(for: "return document.documentElement.classList.contains('scripted')")
            try await browser.run(keepMessages)
            try await body(browser)
            let log = try await browser.log()
            #expect(log == [], "\(path)")
        }
    }

    /// Runs the body with a new tab and an empty console.
    ///
    /// A tab stores the queue of its player by address, and the server of a later test may have the same address.
    static func withTab(_ body: (Browser) async throws -> Void) async throws {
        let browser = try #require(BrowserTrait.current)
        _ = try await browser.log()
        try await browser.withNewTab { _, _ in try await body(browser) }
    }

    /// Enters a text at once, to start a single search.
    static func search(_ browser: Browser, _ text: String) async throws {
        try await browser.run(
            """
            const field = document.querySelector('#text');
            field.focus();
            field.value = arguments[0];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            """, [.text(text)])
    }

    /// Waits until the star button of a row is on.
    static func waitForStar(_ browser: Browser, _ row: String) async throws {
        try await browser.wait(
            for: "return document.querySelector(arguments[0]).getAttribute('aria-pressed') === 'true'",
            [.text(row + " .star")])
    }

    /// Reconnects the page to the events, and waits until it receives them.
    static func waitForEvents(_ browser: Browser) async throws {
        try await browser.run(
            """
            window.EventSource = class extends EventSource {
                constructor(address) { super(address); window.stream = this; }
            };
            document.dispatchEvent(new Event('visibilitychange'));
            """)
        try await browser.wait(for: "return window.stream.readyState === EventSource.OPEN")
    }
}

/// Starts a browser before the first test of a suite, and stops it after the last.
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
