import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// A headless Chromium, driven over the WebDriver protocol of the W3C.
///
/// Source: https://www.w3.org/TR/webdriver2/
package struct Browser: Sendable {
    private let client: HTTPClient
    private let session: String

    /// Runs `body` with a new browser, and closes it.
    package static func run<Value>(
        scripts: Bool = true, _ body: (Browser) async throws -> Value
    ) async throws -> Value {
        let driver = try ChromeDriver.start()
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let result = await Result {
            let browser = try await Browser(driver, client, scripts: scripts)
            let result = await Result { try await body(browser) }
            try await browser.send(.DELETE, "")
            return try result.get()
        }
        await driver.stop()
        try await client.shutdown()
        return try result.get()
    }

    /// Keys scroll at once: a busy Chromium may end an animated scroll before its target.
    private init(_ driver: ChromeDriver, _ client: HTTPClient, scripts: Bool) async throws {
        self.client = client
        let preferences: JSONValue =
            scripts ? [:] : ["profile.managed_default_content_settings.javascript": 2]
        let capabilities: JSONValue = [
            "browserName": "chrome", "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": [
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--force-device-scale-factor=1", "--hide-scrollbars", "--lang=en-US",
                    "--autoplay-policy=no-user-gesture-required", "--disable-smooth-scrolling",
                ],
                "prefs": preferences,
            ],
        ]
        let base = "http://127.0.0.1:\(driver.port)/session"
        let answer = try await Self.send(
            client, .POST, base, ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = answer["sessionId"].text else { throw WebDriverError("There is no session: \(answer)") }
        session = base + "/" + id
    }

    /// Opens an address, and waits until the page has loaded.
    package func open(_ address: String) async throws {
        try await send(.POST, "/url", ["url": .text(address)])
    }

    /// Sets the size of the page in CSS pixels; widths below 500 work as well.
    package func resize(width: Int, height: Int) async throws {
        try await sendCDPCommand(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    /// Makes the page one for fingers, without a mouse, for as long as the tab is open.
    package func emulateTouch() async throws {
        try await sendCDPCommand("Emulation.setTouchEmulationEnabled", ["enabled": .flag(true), "maxTouchPoints": 1])
    }

    /// Sets the preferred colour scheme: `light` or `dark`.
    package func prefer(colours: String) async throws {
        try await sendCDPCommand(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .text(colours)]]])
    }

    /// Runs the body of a function in the page, and returns its value, or the value of its promise.
    @discardableResult
    package func run(_ script: String, _ arguments: [JSONValue] = []) async throws -> JSONValue {
        try await send(.POST, "/execute/sync", ["script": .text(script), "args": .list(arguments)])
    }

    /// The messages on the console since the last call, in any order.
    package func log() async throws -> [String] {
        try await send(.POST, "/se/log", ["type": "browser"]).list.compactMap { $0["message"].text }
    }

    /// A screenshot of the page as PNG.
    package func picture() async throws -> Data {
        Data(base64Encoded: try await send(.GET, "/screenshot").text ?? "") ?? Data()
    }

    /// A command of the Chrome DevTools protocol.
    private func sendCDPCommand(_ name: String, _ parameters: JSONValue) async throws {
        try await send(.POST, "/goog/cdp/execute", ["cmd": .text(name), "params": parameters])
    }

    @discardableResult
    func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        try await Self.send(client, method, session + path, body)
    }

    private static func send(
        _ client: HTTPClient, _ method: HTTPMethod, _ address: String, _ body: JSONValue?
    ) async throws -> JSONValue {
        var request = HTTPClientRequest(url: address)
        request.method = method
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(data: try JSONEncoder().encode(body)))
        }
        let response = try await client.execute(request, timeout: .seconds(120))
        let data = try await response.body.collect(upTo: 64 << 20)
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(buffer: data))["value"]
        guard response.status == .ok else {
            let code = value["error"].text ?? ""
            throw WebDriverError("\(path(of: address)): \(code) \(value["message"].text ?? "")", code: code)
        }
        return value
    }

    private static func path(of address: String) -> String {
        address.split(separator: "/").suffix(2).joined(separator: "/")
    }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
