import FermataPresentation
import Foundation
import Testing
import fermata

@Suite("A picture drawn in a terminal")
struct DrawnArtworkTests {
    /// Red above blue, twice.
    private let picture = Pixels(width: 2, height: 2, bytes: [255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255])

    @Test(
        "a character shows two pixels, in as many colours as there are",
        arguments: [
            (ColourDepth.full, "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1B}[0m"),
            (.many, "\u{1B}[38;5;196;48;5;21m▀▀\u{1B}[0m"), (.sixteen, "\u{1B}[91;104m▀▀\u{1B}[0m"),
        ])
    func halfBlocks(colours: ColourDepth, line: String) {
        #expect(HalfBlocks(colours).lines(of: picture, columns: 2, rows: 1) == [line])
    }

    @Test("without colours there is no picture, and a last row of its own has no ground")
    func rest() {
        #expect(HalfBlocks(.none).lines(of: picture, columns: 2, rows: 1).isEmpty)
        let row = Pixels(width: 1, height: 1, bytes: [255, 255, 255])
        #expect(HalfBlocks(.sixteen).lines(of: row, columns: 1, rows: 1) == ["\u{1B}[97;49m▀\u{1B}[0m"])
    }

    @Test("greys are greys in 256 colours")
    func grey() {
        let row = Pixels(width: 1, height: 2, bytes: [120, 120, 120, 8, 8, 8])
        #expect(HalfBlocks(.many).lines(of: row, columns: 1, rows: 1) == ["\u{1B}[38;5;243;48;5;232m▀\u{1B}[0m"])
    }

    @Test("by kitty's protocol the pixels come whole, in pieces of 4,096 bytes")
    func kitty() throws {
        let large = Pixels(width: 80, height: 40, bytes: (0..<9_600).map { UInt8($0 % 251) })
        let text = KittyImage.text(of: large, columns: 20, rows: 5)
        let pieces = text.split(separator: "\u{1B}_G").map { $0.dropLast(2).split(separator: ";") }
        #expect(pieces.map { $0[0] } == ["a=T,f=24,s=80,v=40,c=20,r=5,C=1,q=2,m=1", "m=1", "m=1", "m=0"])
        #expect(pieces.allSatisfy { $0[1].utf8.count <= 4096 })
        #expect(Data(base64Encoded: pieces.map { $0[1] }.joined()) == Data(large.bytes))
    }

    @Test("as sixels each band of six rows is drawn colour by colour")
    func sixel() {
        #expect(
            SixelImage.text(of: picture)
                == "\u{1B}P0;1q\"1;1;2;2#5;2;0;0;100#180;2;100;0;0#5AA$#180@@-\u{1B}\\")
        let wide = Pixels(width: 10, height: 7, bytes: Array(repeating: 255, count: 210))
        #expect(
            SixelImage.text(of: wide) == "\u{1B}P0;1q\"1;1;10;7#215;2;100;100;100#215!10~-#215!10@-\u{1B}\\")
    }
}

@Suite("How a terminal is shown a picture")
struct PictureProtocolTests {
    @Test(
        "the environment tells what a terminal can",
        arguments: [
            (["TERM": "xterm-kitty"], TerminalImageProtocol.kitty), (["TERM": "xterm-ghostty"], .kitty),
            (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty), (["TERM": "foot"], .sixel),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .sixel), (["TERM": "xterm-256color"], .blocks),
            (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks),
            (["TERM": "xterm-256color", "TMUX": "/tmp/x", "TERM_PROGRAM": "WezTerm"], .blocks), ([:], .blocks),
        ])
    func environment(environment: [String: String], drawing: TerminalImageProtocol) {
        #expect(TerminalImageProtocol(environment: environment) == drawing)
    }

    @Test("a picture is drawn over its cells, and kept in shape")
    func drawn() {
        let picture = Pixels(width: 40, height: 20, bytes: Array(repeating: 9, count: 2_400))
        let cell = CellSize(width: 10, height: 20)
        func draw(_ drawing: TerminalImageProtocol, _ colours: ColourDepth = .full) -> DrawnArtwork? {
            DrawnArtwork(picture, by: drawing, columns: 8, rows: 4, cell: cell, colours: colours)
        }
        #expect(draw(.none) == nil && draw(.blocks, .none) == nil)
        guard case .lines(let lines) = draw(.blocks) else {
            Issue.record("no lines")
            return
        }
        #expect(lines.count == 2)
        guard case .graphics(let kitty, let removal) = draw(.kitty) else {
            Issue.record("no graphics")
            return
        }
        #expect(String(decoding: kitty, as: UTF8.self).hasPrefix("\u{1B}_Ga=T,f=24,s=80,v=40,c=8,r=2,"))
        #expect(!removal.isEmpty)
        guard case .graphics(let sixel, let none) = draw(.sixel) else {
            Issue.record("no graphics")
            return
        }
        #expect(String(decoding: sixel, as: UTF8.self).hasPrefix("\u{1B}P0;1q\"1;1;80;40"))
        #expect(none.isEmpty)
    }

    @Test("a picture over lines is drawn when it comes or they change, and taken away when it goes")
    func overlay() {
        let overlay = TerminalFrame.Overlay(
            place: .init(column: 3, row: 1), rows: 2, bytes: Array("PICTURE".utf8), removal: Array("GONE".utf8))
        let lines = ["one", "two", "three", "four"].map { Array($0.utf8) }
        let bare = TerminalFrame(lines: lines)
        let covered = TerminalFrame(lines: lines, overlay: overlay)
        #expect(text(covered.update(from: bare)).contains("\u{1B}[2;4HPICTURE"))
        #expect(covered.update(from: covered).isEmpty)
        var changed = covered
        changed.lines[3] = Array("4".utf8)
        #expect(!text(changed.update(from: covered)).contains("PICTURE"))
        changed.lines[1] = Array("2".utf8)
        #expect(text(changed.update(from: covered)).contains("PICTURE"))
        let left = text(bare.update(from: covered))
        #expect(left.contains("GONE") && left.contains("two") && left.contains("three") && !left.contains("four"))
    }

    @Test("what a terminal answers of itself is no key")
    func attributes() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}[?62;4;22cj".utf8)) == [.attributes([62, 4, 22]), .key("j")])
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
