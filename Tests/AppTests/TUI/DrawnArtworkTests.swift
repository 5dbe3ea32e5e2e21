import FermataPresentation
import Foundation
import Testing
import FermataApp

@Suite("Encoding artwork for a terminal")
struct DrawnArtworkTests {
    /// Red above blue, twice.
    private let picture = Pixels(width: 2, height: 2, bytes: [255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255])

    @Test(
        "shows two pixels per character in the terminal's colours",
        arguments: [
            (ColourDepth.full, "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1B}[0m"),
            (.many, "\u{1B}[38;5;196;48;5;21m▀▀\u{1B}[0m"), (.sixteen, "\u{1B}[91;104m▀▀\u{1B}[0m"),
        ])
    func encodesHalfBlocks(colours: ColourDepth, line: String) {
        #expect(HalfBlocks(colours).lines(of: picture, columns: 2, rows: 1) == [line])
    }

    @Test("encodes nothing without colours, and an odd last row without background")
    func encodesOddLastRow() {
        #expect(HalfBlocks(.none).lines(of: picture, columns: 2, rows: 1).isEmpty)
        let row = Pixels(width: 1, height: 1, bytes: [255, 255, 255])
        #expect(HalfBlocks(.sixteen).lines(of: row, columns: 1, rows: 1) == ["\u{1B}[97;49m▀\u{1B}[0m"])
    }

    @Test("uses the grey ramp of 256 colours")
    func usesGreyRamp() {
        let row = Pixels(width: 1, height: 2, bytes: [120, 120, 120, 8, 8, 8])
        #expect(HalfBlocks(.many).lines(of: row, columns: 1, rows: 1) == ["\u{1B}[38;5;243;48;5;232m▀\u{1B}[0m"])
    }

    @Test("encodes kitty graphics in chunks of 4,096 bytes")
    func encodesKittyChunks() throws {
        let large = Pixels(width: 80, height: 40, bytes: (0..<9_600).map { UInt8($0 % 251) })
        let text = KittyImage.text(of: large, columns: 20, rows: 5)
        let chunks = text.split(separator: "\u{1B}_G").map { $0.dropLast(2).split(separator: ";") }
        #expect(chunks.map { $0[0] } == ["a=T,f=24,s=80,v=40,c=20,r=5,C=1,q=2,m=1", "m=1", "m=1", "m=0"])
        #expect(chunks.allSatisfy { $0[1].utf8.count <= 4096 })
        #expect(Data(base64Encoded: chunks.map { $0[1] }.joined()) == Data(large.bytes))
    }

    @Test("encodes sixel bands colour by colour")
    func encodesSixelBands() {
        #expect(
            SixelImage.text(of: picture)
                == "\u{1B}P0;1q\"1;1;2;2#5;2;0;0;100#180;2;100;0;0#5AA$#180@@-\u{1B}\\")
        let wide = Pixels(width: 10, height: 7, bytes: Array(repeating: 255, count: 210))
        #expect(
            SixelImage.text(of: wide) == "\u{1B}P0;1q\"1;1;10;7#215;2;100;100;100#215!10~-#215!10@-\u{1B}\\")
    }
}

@Suite("Image protocols of terminals")
struct TerminalImageProtocolTests {
    @Test(
        "detects the image protocol from the environment",
        arguments: [
            (["TERM": "xterm-kitty"], TerminalImageProtocol.kitty), (["TERM": "xterm-ghostty"], .kitty),
            (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty), (["TERM": "foot"], .sixel),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .sixel), (["TERM": "xterm-256color"], .blocks),
            (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks),
            (["TERM": "xterm-256color", "TMUX": "/tmp/x", "TERM_PROGRAM": "WezTerm"], .blocks), ([:], .blocks),
        ])
    func detectsImageProtocol(environment: [String: String], imageProtocol: TerminalImageProtocol) {
        #expect(TerminalImageProtocol(environment: environment) == imageProtocol)
    }

    @Test("fits artwork into its cells with its aspect ratio")
    func fitsIntoCells() {
        let picture = Pixels(width: 40, height: 20, bytes: Array(repeating: 9, count: 2_400))
        let cell = CellSize(width: 10, height: 20)
        func draw(_ imageProtocol: TerminalImageProtocol, _ colours: ColourDepth = .full) -> DrawnArtwork? {
            DrawnArtwork(picture, using: imageProtocol, columns: 8, rows: 4, cell: cell, colours: colours)
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

    @Test("draws, redraws and removes an overlay")
    func drawsAndRemovesOverlay() {
        let overlay = TerminalFrame.Overlay(
            position: .init(column: 3, row: 1), rows: 2, bytes: Array("PICTURE".utf8), removal: Array("GONE".utf8))
        let lines = ["one", "two", "three", "four"].map { Array($0.utf8) }
        let bare = TerminalFrame(lines: lines)
        let withOverlay = TerminalFrame(lines: lines, overlay: overlay)
        #expect(text(withOverlay.update(from: bare)).contains("\u{1B}[2;4HPICTURE"))
        #expect(withOverlay.update(from: withOverlay).isEmpty)
        var changed = withOverlay
        changed.lines[3] = Array("4".utf8)
        #expect(!text(changed.update(from: withOverlay)).contains("PICTURE"))
        changed.lines[1] = Array("2".utf8)
        #expect(text(changed.update(from: withOverlay)).contains("PICTURE"))
        let removed = text(bare.update(from: withOverlay))
        #expect(
            removed.contains("GONE") && removed.contains("two") && removed.contains("three")
                && !removed.contains("four"))
    }

    @Test("decodes the terminal's attributes, not as keys")
    func decodesAttributes() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\u{1B}[?62;4;22cj".utf8)) == [.attributes([62, 4, 22]), .key("j")])
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

@Suite("Scaling pixels")
struct PixelsTests {
    @Test(
        "fits into a size and keeps the aspect ratio",
        arguments: [(8, 8, 8, 4), (100, 2, 4, 2), (1, 1, 1, 1)])
    func keepsAspectRatio(limitX: Int, limitY: Int, width: Int, height: Int) {
        let picture = Pixels(width: 40, height: 20, bytes: Array(repeating: 9, count: 2_400))
        let small = picture.fitting(width: limitX, height: limitY)
        #expect(small.width == width && small.height == height)
        #expect(small.bytes == Array(repeating: 9, count: width * height * 3))
    }

    @Test("averages pixels when shrinking and repeats them when growing")
    func averagesPixels() {
        let picture = Pixels(width: 2, height: 1, bytes: [0, 10, 255, 100, 20, 255])
        #expect(picture.fitting(width: 1, height: 1).bytes == [50, 15, 255])
        #expect(picture.fitting(width: 4, height: 4).bytes.prefix(6) == [0, 10, 255, 0, 10, 255])
    }

    @Test("returns no pixels for empty sizes")
    func returnsNothingForEmptySizes() {
        let none = Pixels(width: 0, height: 0, bytes: [])
        #expect(none.fitting(width: 10, height: 10) == none)
        #expect(Pixels(width: 1, height: 1, bytes: [1, 2, 3]).fitting(width: 0, height: 5) == none)
    }
}
