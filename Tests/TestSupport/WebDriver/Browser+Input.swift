import NIOHTTP1

/// A person's input to a page. Tests wait for its effect.
extension Browser {
    private static let element = "element-6066-11e4-a52e-4f735466cecf"
    /// The errors to retry after, because the browser did not perform the command.
    private static let retryableErrors = [
        "no such element", "stale element reference", "element not interactable", "element click intercepted",
    ]

    /// Clicks the first element that a selector finds, at its position in the window.
    package func click(_ selector: String) async throws {
        try await act(on: selector) { try await send(.POST, "/element/\($0)/click", [:]) }
    }

    /// Types into the first element that a selector finds.
    package func type(_ text: String, into selector: String) async throws {
        try await act(on: selector) { try await send(.POST, "/element/\($0)/value", ["text": .text(text)]) }
    }

    /// Presses keys one after the other in the focused element.
    package func press(_ keys: Key...) async throws {
        let actions = keys.flatMap { key -> [JSONValue] in
            ["keyDown", "keyUp"].map { ["type": .text($0), "value": .text(key.rawValue)] }
        }
        try await send(
            .POST, "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .list(actions)]]])
    }

    /// Presses the mouse or a finger at a point of the window, moves it to another one, and releases it.
    package func drag(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), with pointer: Pointer = .mouse
    ) async throws {
        func move(_ point: (x: Double, y: Double)) -> JSONValue {
            ["type": "pointerMove", "duration": 50, "x": .number(point.x.rounded()), "y": .number(point.y.rounded())]
        }
        let actions: [JSONValue] = [
            move(start), ["type": "pointerDown", "button": 0], move(((start.x + end.x) / 2, (start.y + end.y) / 2)),
            move(end), ["type": "pointerUp", "button": 0],
        ]
        try await send(
            .POST, "/actions",
            [
                "actions": [
                    [
                        "type": "pointer", "id": .text(pointer.rawValue), "actions": .list(actions),
                        "parameters": ["pointerType": .text(pointer.rawValue)],
                    ]
                ]
            ])
    }

    package enum Pointer: String, Sendable {
        case mouse
        case touch
    }

    /// Keys without a character. Source: the table of keyActions of the specification.
    package enum Key: String, Sendable {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case escape = "\u{E00C}"
        case space = " "
        case pageUp = "\u{E00E}"
        case pageDown = "\u{E00F}"
        case end = "\u{E010}"
        case home = "\u{E011}"
        case up = "\u{E013}"
        case down = "\u{E015}"
    }

    /// Retries while the element is missing, or is replaced after it was found.
    private func act(on selector: String, _ body: (String) async throws -> Void) async throws {
        let deadline = ContinuousClock.now + Self.timeout
        while true {
            do {
                return try await body(try await find(selector))
            } catch let error as WebDriverError where Self.retryableErrors.contains(error.code ?? "") {
                guard ContinuousClock.now < deadline else {
                    throw WebDriverError("\(selector): \(error) \(await pageSummary())", code: error.code)
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    private func find(_ selector: String) async throws -> String {
        let found = try await send(.POST, "/element", ["using": "css selector", "value": .text(selector)])
        guard let id = found[Self.element].text else { throw WebDriverError("There is no \(selector).") }
        return id
    }
}
