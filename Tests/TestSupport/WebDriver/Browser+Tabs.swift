import NIOHTTP1

/// Tabs of one browser, which share its storage.
extension Browser {
    /// A tab of the browser.
    package struct Tab: Sendable {
        fileprivate let handle: String
    }

    /// Opens a new tab, runs the body with the first and the new tab, and closes the new tab.
    ///
    /// The new tab receives the commands until `use` is called.
    package func withNewTab(_ body: (_ first: Tab, _ second: Tab) async throws -> Void) async throws {
        guard let first = try await send(.GET, "/window").text,
            let second = try await send(.POST, "/window/new", ["type": "tab"])["handle"].text
        else { throw WebDriverError("There is no tab.") }
        let result = await Result {
            try await use(Tab(handle: second))
            try await body(Tab(handle: first), Tab(handle: second))
        }
        try await use(Tab(handle: second))
        try await send(.DELETE, "/window")
        try await use(Tab(handle: first))
        try result.get()
    }

    /// Sends the following commands to a tab.
    package func use(_ tab: Tab) async throws {
        try await send(.POST, "/window", ["handle": .text(tab.handle)])
    }
}
