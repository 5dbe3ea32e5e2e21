extension Browser {
    /// The longest wait for a page, enough for a busy machine.
    static let timeout = Duration.seconds(60)

    /// Waits until a script returns a value other than false and null, and returns the value.
    ///
    /// Retries a script that throws, because the page may be navigating. Throws `WebDriverError` with the text of the
    /// page after the longest wait.
    @discardableResult
    package func wait(for script: String, _ arguments: [JSONValue] = []) async throws -> JSONValue {
        let deadline = ContinuousClock.now + Self.timeout
        while true {
            let answer = await Result { try await run(script, arguments) }
            switch answer {
            case .success(let value) where value != .null && value != .flag(false): return value
            case .failure(let error) where !(error is WebDriverError): throw error
            default: break
            }
            guard ContinuousClock.now < deadline else {
                throw WebDriverError("Timed out waiting for: \(script) \(arguments): \(answer) \(await pageSummary())")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until the text of the first element that a selector finds contains a text.
    package func wait(for selector: String, toContain text: String) async throws {
        try await wait(
            for: "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])",
            [.text(selector), .text(text)])
    }

    /// Waits until the elements that a selector finds have exactly these texts, trimmed of white space.
    package func wait(for selector: String, toEqual texts: [String]) async throws {
        try await wait(
            for: """
                const texts = [...document.querySelectorAll(arguments[0])].map(element => element.textContent.trim());
                return JSON.stringify(texts) === JSON.stringify(arguments[1]);
                """,
            [.text(selector), .list(texts.map(JSONValue.text))])
    }

    /// Waits until an expression has a value.
    package func wait(until expression: String, is value: JSONValue) async throws {
        try await wait(for: "return JSON.stringify(\(expression)) === JSON.stringify(arguments[0])", [value])
    }

    /// Waits until the page of a path has loaded completely.
    package func wait(forPage path: String) async throws {
        try await wait(
            for: "return location.pathname === arguments[0] && document.readyState === 'complete'", [.text(path)])
    }

    /// Waits until the console contains a text, and returns everything written meanwhile.
    package func waitForConsoleMessage(containing text: String) async throws -> [String] {
        let deadline = ContinuousClock.now + Self.timeout
        var all: [String] = []
        while true {
            all += try await log()
            if all.contains(where: { $0.contains(text) }) { return all }
            guard ContinuousClock.now < deadline else {
                throw WebDriverError("The console has no message with \(text): \(all) \(await pageSummary())")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The texts of all elements that a selector finds, trimmed of white space.
    package func texts(_ selector: String) async throws -> [String] {
        let texts = try await run(
            "return [...document.querySelectorAll(arguments[0])].map(element => element.textContent.trim())",
            [.text(selector)])
        return texts.list.compactMap(\.text)
    }

    /// An attribute of the first element that a selector finds.
    package func attribute(_ name: String, of selector: String) async throws -> String? {
        try await run(
            "return document.querySelector(arguments[0])?.getAttribute(arguments[1])",
            [.text(selector), .text(name)]
        ).text
    }

    /// The address, the scroll position and the beginning of the text of the page, for failure messages.
    func pageSummary() async -> String {
        do {
            let text = try await run("return document.body?.innerText.slice(0, 1_000).replaceAll(/\\s+/g, ' ')").text
            let place = try await run("return `${location.href}, scrolled to ${scrollY},`").text
            return "\(place ?? "") shows: \(text ?? "nothing")"
        } catch {
            return "What is shown could not be read: \(error)"
        }
    }
}
