package import Foundation
import TestServer

/// A running chromedriver, which starts and drives browsers.
///
/// It is a child process of the test, which stops it by its id.
package final class ChromeDriver: Sendable {
    private static let attempts = 3
    private let process: Process
    private let ended: @Sendable () async -> Void
    let port: Int

    /// The path of chromedriver; nil if it is not installed.
    package static var executable: URL? {
        ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"].first(where: FileManager.default.isExecutableFile)
            .map { URL(filePath: $0) }
    }

    /// Starts chromedriver on a free port. Throws `WebDriverError` if it does not start.
    ///
    /// Tries again, because chromedriver exits if the port that it has chosen for IPv4 is in use for IPv6.
    package static func start() throws -> ChromeDriver {
        for _ in 1..<attempts {
            do { return try ChromeDriver() } catch is WebDriverError {}
        }
        return try ChromeDriver()
    }

    private init() throws {
        guard let executable = Self.executable else { throw WebDriverError("There is no chromedriver.") }
        let output = Pipe()
        process = Process()
        process.executableURL = executable
        process.arguments = ["--port=0"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        ended = try process.start()
        try output.fileHandleForWriting.close()
        do {
            port = try Self.port(printedTo: output.fileHandleForReading)
        } catch {
            process.terminate()
            throw error
        }
    }

    /// Stops chromedriver and waits for its exit; kills it if it does not react.
    package func stop() async {
        process.terminate()
        let limit = Task { [process] in
            try await Task.sleep(for: .seconds(30))
            kill(process.processIdentifier, SIGKILL)
        }
        await ended()
        limit.cancel()
    }

    /// Parses `ChromeDriver was started successfully on port 40123.`
    private static func port(printedTo output: FileHandle) throws -> Int {
        var text = ""
        while let data = try output.read(upToCount: 1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if let match = text.firstMatch(of: /successfully on port (\d+)\./), let port = Int(match.1) { return port }
        }
        throw WebDriverError("chromedriver did not start: \(text)")
    }
}

/// The reason why a browser did not perform a command.
package struct WebDriverError: Error, CustomStringConvertible {
    package let description: String
    /// The error code of the specification; nil if the error is not the browser's.
    let code: String?

    init(_ description: String, code: String? = nil) {
        self.description = description
        self.code = code
    }
}
