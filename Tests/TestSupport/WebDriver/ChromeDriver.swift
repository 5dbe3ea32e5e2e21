package import Foundation
import TestServer

/// A running chromedriver, which starts browsers and tells them what to do.
///
/// It is a child of the test, and is ended by its id.
package final class ChromeDriver: Sendable {
    private let process: Process
    private let ended: @Sendable () async -> Void
    let port: Int

    /// Where it is, or nil where this computer has none.
    package static var executable: URL? {
        ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver"].first(where: FileManager.default.isExecutableFile)
            .map { URL(filePath: $0) }
    }

    /// Starts it on a port that is free. Throws `WebDriverError` where it does not come up.
    package init() throws {
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
        guard let port = try Self.port(told: output.fileHandleForReading) else {
            process.terminate()
            throw WebDriverError("chromedriver did not tell its port.")
        }
        self.port = port
    }

    /// Ends it, and waits until it is gone; kills it where it does not listen.
    package func stop() async {
        process.terminate()
        let limit = Task { [process] in
            try await Task.sleep(for: .seconds(30))
            kill(process.processIdentifier, SIGKILL)
        }
        await ended()
        limit.cancel()
    }

    /// Reads `ChromeDriver was started successfully on port 40123.`
    private static func port(told output: FileHandle) throws -> Int? {
        var text = ""
        while let data = try output.read(upToCount: 1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if let match = text.firstMatch(of: /successfully on port (\d+)\./) { return Int(match.1) }
        }
        return nil
    }
}

/// Why a browser did not do what it was told to.
package struct WebDriverError: Error, CustomStringConvertible {
    package let description: String
    /// As the specification names it; nil where it was not the browser that refused.
    let code: String?

    init(_ description: String, code: String? = nil) {
        self.description = description
        self.code = code
    }
}
