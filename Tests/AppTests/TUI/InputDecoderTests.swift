import FermataPresentation
import Testing
import FermataApp

@Suite("Decoding terminal input")
struct InputDecoderTests {
    @Test(
        "decodes keys, ignoring modifiers",
        arguments: [
            ("a", .character("a")), ("한", .character("한")), ("\u{1F44D}", .character("\u{1F44D}")), ("\r", .enter),
            ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{3}", .control("c")),
            ("\u{1A}", .control("z")), ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[1;5B", .down),
            ("\u{1B}[C", .right),
            ("\u{1B}[D", .left), ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}[F", .end), ("\u{1B}[8~", .end),
            ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6;2~", .pageDown), ("\u{1B}[Z", .backTab),
            ("\u{1B}OM", .enter), ("\u{1B}OP", .function(1)), ("\u{1B}OS", .function(4)),
            ("\u{1B}[11~", .function(1)), ("\u{1B}[15~", .function(5)), ("\u{1B}[17;2~", .function(6)),
            ("\u{1B}[21~", .function(10)), ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)),
        ] as [(String, TUIKey)])
    func decodesKeys(bytes: String, key: TUIKey) {
        for pieces in [[Array(bytes.utf8)], bytes.utf8.map { [$0] }] {
            var decoder = InputDecoder()
            #expect(pieces.flatMap { decoder.decode($0) } == [.key(key)])
            #expect(decoder.wait == nil)
        }
    }

    @Test("decodes a lone escape as the Escape key")
    func decodesLoneEscape() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.wait == .sequence)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(decoder.decode("\u{1B}q".utf8) == [.key(.escape), .key("q")])
        #expect(decoder.decode("\u{1B}\u{1B}[A".utf8) == [.key(.escape), .key(.up)])
        #expect(decoder.decode("\u{1B}O".utf8) == [])
        #expect(decoder.flush() == [.key(.escape), .key("O")])
        #expect(decoder.wait == nil)
    }

    @Test(
        "skips unknown sequences completely",
        arguments: [
            "\u{1B}[27;5;99~", "\u{1B}[97;5u", "\u{1B}[I", "\u{1B}[<35;4;4M", "\u{1B}[<0;4;4m",
            "\u{1B}[<0;0;4M", "\u{1B}[<;;M", "\u{1B}[<0;4M", "\u{1B}[Mq q", "\u{1B}[16~", "\u{1B}Ok", "\u{1B}[[F",
            "\u{1B}[2;3R",
            "\u{1B}]11;rgb:0/0/0\u{7}",
            "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{0}", "\u{85}",
            "\u{1B}[" + String(repeating: "1;", count: 1_000) + "x",
        ])
    func skipsUnknownSequences(bytes: String) {
        var decoder = InputDecoder()
        #expect(decoder.decode(bytes.utf8) == [])
        #expect(decoder.wait == nil)
        #expect(decoder.decode([UInt8(ascii: "k")]) == [.key("k")])
    }

    @Test("decodes clicks and wheel steps")
    func decodesMouse() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[<0;1;24M\u{1B}[<0;1;24m".utf8) == [.click(column: 0, row: 23)])
        #expect(decoder.decode("\u{1B}[<64;9;9M\u{1B}[<65;9;9M".utf8) == [.wheel(-3), .wheel(3)])
    }

    @Test("decodes pasted text as one input", arguments: [1, 7, 1 << 14])
    func decodesPastedText(pieceSize: Int) {
        let text = "q\u{1B}[A\u{1B}[201\u{1B}[20x한\r\nend\u{1B}"
        let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~j".utf8)
        var decoder = InputDecoder()
        let inputs = stride(from: 0, to: bytes.count, by: pieceSize).flatMap {
            decoder.decode(bytes[$0..<min($0 + pieceSize, bytes.count)])
        }
        #expect(inputs == [.paste(text), .key("j")])
    }

    @Test("truncates a megabyte of pasted text")
    func truncatesLongPaste() {
        var decoder = InputDecoder()
        let bytes = "\u{1B}[200~" + String(repeating: "quit\n", count: 200_000) + "\u{1B}[201~k"
        let inputs = decoder.decode(bytes.utf8)
        guard inputs.count == 2, case .paste(let text) = inputs[0] else {
            Issue.record("\(inputs.count) inputs")
            return
        }
        #expect(text.utf8.count <= InputDecoder.pasteLimit && text.hasPrefix("quit\nquit\n"))
        #expect(inputs[1] == .key("k"))
    }

    @Test("emits unterminated pasted text and skips its remainder")
    func emitsUnterminatedPaste() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[200~abc\u{1B}[20".utf8) == [])
        #expect(decoder.wait == .paste)
        #expect(decoder.flush() == [.paste("abc")])
        #expect(decoder.wait == nil)
        #expect(decoder.decode("xy\u{1B}[A\r".utf8) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode("q\u{1B}[20".utf8) == [])
        #expect(decoder.decode("1~j".utf8) == [.key("j")])
    }

    @Test("leaves endless pasted text on Ctrl-C")
    func leavesEndlessPaste() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[200~abc".utf8) == [])
        #expect(decoder.flush() == [.paste("abc")])
        #expect(decoder.decode("q\u{3}j".utf8) == [.key(.control("c")), .key("j")])
    }

    @Test(
        "skips invalid UTF-8", arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x80], [0xF5]])
    func skipsInvalidUTF8(bytes: [UInt8]) {
        var decoder = InputDecoder()
        #expect(decoder.decode(bytes + [UInt8(ascii: "k")]) == [.key("k")])
        #expect(decoder.decode([0xE2, UInt8(ascii: "j")]) == [.key("j")])
    }

    @Test("recovers after random bytes", arguments: 0..<50 as Range<UInt64>)
    func recoversAfterRandomBytes(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        var decoder = InputDecoder()
        for _ in 0..<2_000 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let byte = UInt8(truncatingIfNeeded: state)
            _ = decoder.decode(state & 0x300 == 0 ? [0x1B, UInt8(ascii: "["), byte] : [byte])
        }
        _ = decoder.flush()
        #expect(decoder.wait == nil)
        _ = decoder.decode("\u{1B}[201~".utf8)
        #expect(decoder.decode([UInt8(ascii: "k")]) == [.key("k")])
    }
}
