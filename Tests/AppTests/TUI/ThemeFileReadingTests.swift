import FermataApp
import FermataPresentation
import Foundation
import Testing

@Suite("Reading the theme file")
struct ThemeFileReadingTests {
    @Test(
        "an empty file and none have defaults; long files and other bytes are reported",
        arguments: [
            (nil, true), (Data(), true), (Data("theme = night".utf8), true), (Data([0xFF, 0xFE]), false),
            (Data(repeating: UInt8(ascii: "#"), count: ThemeFile.limit), true),
            (Data(repeating: UInt8(ascii: "#"), count: ThemeFile.limit + 1), false),
        ] as [(Data?, Bool)])
    func readsFile(content: Data?, isReadable: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fermata-theme-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "fermata"), withIntermediateDirectories: true)
        try content?.write(to: folder.appending(path: "fermata/theme.conf"))
        let file = ThemeFile.read(environment: ["XDG_CONFIG_HOME": folder.path, "HOME": folder.path])
        #expect((file.notice == nil) == isReadable)
        #expect(file.theme == (content?.count == 13 ? .night : .standard))
    }
}
