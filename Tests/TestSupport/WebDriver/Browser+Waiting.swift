extension Browser {
    /// Waits until the body of a function answers neither false nor nothing, and answers that.
    ///
    /// Throws `WebDriverError` once so many seconds have passed.
    @discardableResult
    package func wait(
        for script: String, _ arguments: [JSONValue] = [], seconds: Int = 30
    ) async throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let value = try await run(script, arguments)
            if value != .null, value != .flag(false) { return value }
            guard ContinuousClock.now < deadline else {
                throw WebDriverError("It did not come to this: \(script) \(arguments)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until the text of the first element that a selector finds holds a text.
    package func wait(for selector: String, toSay text: String) async throws {
        try await wait(
            for: "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])",
            [.text(selector), .text(text)])
    }

    /// The texts of all elements that a selector finds, without white space at their ends.
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
}
