import Foundation
import TestServer
import TestTraits
import Testing

/// A catalogue of songs with generated audio.
struct ServedFiles: Sendable {
    let contents: [String: Data]

    /// `length` returns the size of each file by its number.
    init(count: Int, length: (Int) -> Int) {
        let numbers = (1...count).map { (String($0), Data.varied(count: length($0), seed: UInt64($0))) }
        contents = Dictionary(uniqueKeysWithValues: numbers)
    }

    /// Serves the catalogue and its files; `answer` maps a number and content to a response.
    func serve(on server: CatalogueServer, as answer: (Int, Data) -> ScriptedResponse) {
        for (number, content) in contents { server.answer("/audio/\(number).mp3", answer(Int(number) ?? 0, content)) }
        let songs = contents.keys.map {
            #"{"id":"\#($0)","singer":"Band","title":"Song \#($0)","duration":100,"file":"audio/\#($0).mp3"}"#
        }
        server.answer("/songs", .json(songs.joined(separator: "\n"), etag: "\"1\""))
    }

    /// Expects the served content in each file with a final name, and returns their number.
    @discardableResult
    func expectComplete(in folder: URL, _ context: String = "") throws -> Int {
        guard FileManager.default.fileExists(atPath: folder.path) else { return 0 }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mp3") }
        for name in names {
            let number = try #require(name.firstMatch(of: /^Band - Song (\d+) \[[0-9a-f]{16}\]\.mp3$/)?.1, "\(name)")
            let content = try Data(contentsOf: folder.appending(path: name))
            #expect(content == contents[String(number)], "\(name) is broken. \(context)")
        }
        return names.count
    }
}
