import Foundation
import Testing
import fermata

@Suite("A picture drawn in a terminal")
struct DrawnPictureTests {
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
        let text = KittyPicture.text(of: large, columns: 20, rows: 5)
        let pieces = text.split(separator: "\u{1B}_G").map { $0.dropLast(2).split(separator: ";") }
        #expect(pieces.map { $0[0] } == ["a=T,f=24,s=80,v=40,c=20,r=5,C=1,q=2,m=1", "m=1", "m=1", "m=0"])
        #expect(pieces.allSatisfy { $0[1].utf8.count <= 4096 })
        #expect(Data(base64Encoded: pieces.map { $0[1] }.joined()) == Data(large.bytes))
    }

    @Test("as sixels each band of six rows is drawn colour by colour")
    func sixel() {
        #expect(
            SixelPicture.text(of: picture)
                == "\u{1B}P0;1q\"1;1;2;2#5;2;0;0;100#180;2;100;0;0#5AA$#180@@-\u{1B}\\")
        let wide = Pixels(width: 10, height: 7, bytes: Array(repeating: 255, count: 210))
        #expect(
            SixelPicture.text(of: wide) == "\u{1B}P0;1q\"1;1;10;7#215;2;100;100;100#215!10~-#215!10@-\u{1B}\\")
    }
}
