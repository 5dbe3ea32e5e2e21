import AudioFiles
import COpenBeneath
import Foundation
import Testing

@Suite("Opening files below a folder")
struct OpenBeneathTests {
    private static let ways: [@Sendable (CInt, UnsafePointer<CChar>, CInt) -> CInt] = [
        { open_beneath($0, $1, $2) }, { open_beneath_by_component($0, $1, $2) },
    ]
    private let folder = MusicFolder()

    @Test("opens files and folders, and follows no link, no way up and no absolute path", arguments: ways.indices)
    func opensBelow(way: Int) throws {
        try folder.write(Data("tune".utf8), to: "a/b/c.mp3")
        try folder.link("file", to: "a/b/c.mp3")
        try folder.link("a/folder", to: "b")
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        func opens(_ path: String) -> Bool {
            let file = Self.ways[way](descriptor, path, O_RDONLY)
            if file >= 0 { close(file) }
            return file >= 0
        }
        for path in ["a/b/c.mp3", "a//b/c.mp3", "./a/b/c.mp3", "a/b", "."] { #expect(opens(path), "\(path)") }
        let others = [
            "file", "a/folder", "a/folder/c.mp3", "../Music/a/b/c.mp3", "a/../../Music/a/b/c.mp3",
            "\(folder.path)/a/b/c.mp3", "a/b/d.mp3", "a/b/c.mp3/d", String(repeating: "a", count: 300), "",
        ]
        for path in others { #expect(!opens(path), "\(path)") }
    }
}
