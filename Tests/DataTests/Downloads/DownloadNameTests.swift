import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Name of a downloaded file")
struct DownloadNameTests {
    private static let id = MusicID(0x0123_4567_89AB_CDEF)
    private static let ending = " [0123456789abcdef].mp3"

    private func name(_ title: String, _ artist: String = "", audio: String? = "https://example.org/a.mp3") -> String {
        DownloadName(Music(id: Self.id, title: title, artist: artist, audioURL: audio)).text
    }

    @Test(
        "is the library's text made safe",
        arguments: [
            ("Changes", "David Bowie", "David Bowie - Changes"), ("Changes", "", "Changes"),
            ("../../x", "", "_.._x"), ("../../etc/passwd", "..", "_.._etc_passwd"), ("a/b", "AC/DC", "AC_DC - a_b"),
            ("a\\b:c*d?e\"f<g>h|i", "", "a_b_c_d_e_f_g_h_i"), ("...", "...", ""), (" . x . ", ". y", "y - x"),
            ("CON", "", "_CON"), ("nul", "", "_nul"), ("com1.txt", "", "_com1.txt"), ("LPT9 . x", "", "_LPT9 . x"),
            ("COM²", "", "_COM²"), ("x", "aux.y", "_aux.y - x"), ("CONGA", "", "CONGA"), ("CON", "x", "x - CON"),
            ("a\u{0}b\nc\u{1B}[31md\u{7F}e\u{85}f", "", "abc[31mdef"),
            ("\u{202E}exe.\u{200F}\u{2066}x\u{2069}\u{61C}", "", "exe.x"), ("a\u{2028}b\u{FEFF}c\u{FFFF}d", "", "abcd"),
            ("e\u{301}", "", "é"), ("👩‍👩‍👧 한글", "", "👩‍👩‍👧 한글"), ("[0123456789abcdef].mp3", "", "[0123456789abcdef].mp3"),
        ])
    func isSafeText(title: String, artist: String, stem: String) {
        let expected = stem.isEmpty ? String(Self.ending.dropFirst()) : stem + Self.ending
        #expect(Array(name(title, artist).unicodeScalars) == Array(expected.unicodeScalars))
        #expect(DownloadName.id(in: name(title, artist)) == Self.id)
    }

    @Test(
        "has at most 200 bytes and complete characters",
        arguments: ["x", "é", "챔", "👩‍👩‍👧‍👦", "e\u{301}\u{302}\u{303}\u{304}", ".", " ", "/", "\u{301}", "x ", "a\u{0}."])
    func has200BytesAtMost(_ unit: String) {
        for count in [1, 50, 170, 300, 5_000] {
            let name = name(String(repeating: unit, count: count), "x")
            #expect(name.utf8.count <= 200)
            #expect(name.hasSuffix("[0123456789abcdef].mp3"))
            #expect(DownloadName.id(in: name) == Self.id)
            let stem = name.dropLast(Self.ending.count)
            #expect(!stem.hasSuffix(" ") && !stem.hasSuffix(".") && !name.hasPrefix(".") && !name.hasPrefix(" "))
            let stemPrefix = stem.dropFirst("x - ".count)
            #expect(stemPrefix.allSatisfy { unit.precomposedStringWithCanonicalMapping.contains($0) || $0 == "_" })
        }
    }

    @Test("uses all 200 bytes")
    func uses200Bytes() {
        #expect(name(String(repeating: "x", count: 300)).utf8.count == 200)
    }

    @Test(
        "ends with the extension of the audio, if it has one",
        arguments: [
            ("https://example.org/a.FLAC?key=x.mp3#y.ogg", "flac"), ("https://example.org/a.opus", "opus"),
            ("https://example.org/a.exe", "audio"), ("https://example.org/a", "audio"), ("https://mp3", "audio"),
            ("https://example.org/a.mp3/", "audio"), ("https://example.org/stream.view?x=a.mp3", "audio"),
            (nil, "audio"),
            ("https://example.org/a.m/p3", "audio"), ("a.\u{202E}mp3", "audio"),
        ])
    func endsWithAudioType(address: String?, type: String) {
        #expect(name("x", audio: address) == "x [0123456789abcdef].\(type)")
    }

    @Test(
        "has no id if the program did not create it",
        arguments: [
            "", "x", "x.mp3", "[].mp3", "[0123456789abcdef]", "x [0123456789abcdef].mp3.part",
            "x [0123456789abcdef].mp3.changed", "x [0123456789abcdef].exe", "x [0123456789ABCDEF].mp3",
            "x [f123456789abcdef].mp3", "x [123456789abcdef].mp3", "x [+123456789abcdef].mp3",
            "x 0123456789abcdef].mp3", "[0123456789abcdef] x.mp3", "x [0123456789abcdeg].mp3", ".mp3", "].mp3",
        ])
    func foreignNameHasNoID(name: String) {
        #expect(DownloadName.id(in: name) == nil)
    }
}
