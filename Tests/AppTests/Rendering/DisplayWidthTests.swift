import Testing
import FermataApp

@Suite("Columns of text")
struct DisplayWidthTests {
    @Test(
        "letters take one column, wide letters two, marks none",
        arguments: [
            ("", 0), ("Changes", 7), ("é", 1), ("e\u{301}", 1), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("かな", 4),
            ("カ\u{3099}", 2), ("ｱ", 1), ("Ａ", 2), ("漢字", 4), ("𠀀", 2), ("ก\u{E34}", 1), ("ห\u{E33}", 2), ("कि", 2),
            ("שׁ", 1), ("…", 1), ("★", 1), ("\u{200B}", 0), ("\u{AD}", 1), ("𝄞", 1), ("　", 2), ("（", 2),
        ])
    func measuresLetters(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(
        "an emoji takes two columns",
        arguments: [
            "🎵", "⌚", "❤\u{FE0F}", "👩\u{200D}👩\u{200D}👧\u{200D}👦", "🇰🇷", "1\u{FE0F}\u{20E3}", "👍🏽", "☝🏽",
            "🏳\u{FE0F}\u{200D}🌈",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        ])
    func measuresEmoji(text: String) {
        #expect(DisplayWidth.of(text) == 2)
        #expect(DisplayWidth.of("a" + text + text + "b") == 6)
    }

    @Test("a heart without a variation selector takes one column")
    func measuresTextPresentation() {
        #expect(DisplayWidth.of("❤") == 1)
        #expect(DisplayWidth.of("❤\u{FE0E}") == 1)
    }

    @Test("the marks of a row take one column each")
    func measuresMarks() {
        for text in ["✭", "⤓", "E"] { #expect(DisplayWidth.of(text) == 1) }
    }

    @Test(
        "text is truncated with an ellipsis or padded; no character is split",
        arguments: [
            ("Changes", 9, "Changes  "), ("Changes", 7, "Changes"), ("Changes", 6, "Chang…"), ("Changes", 1, "…"),
            ("한글노래", 8, "한글노래"), ("한글노래", 7, "한글노…"), ("한글노래", 6, "한글… "), ("한글", 5, "한글 "), ("한", 1, "…"),
            ("e\u{301}a", 1, "…"), ("e\u{301}ab", 2, "e\u{301}…"), ("🇰🇷🇺🇸", 4, "🇰🇷🇺🇸"), ("🇰🇷🇺🇸", 3, "🇰🇷…"),
            ("👩\u{200D}👧abc", 4, "👩\u{200D}👧a…"), ("", 3, "   "), ("a\nb", 3, "a␊b"),
        ])
    func fitsText(text: String, width: Int, fitted: String) {
        #expect(text.fitting(width: width) == fitted)
    }

    @Test("fitted text always has the requested width")
    func fitsAnyText() {
        let pieces = ["a", "é", "e\u{301}", "한", "漢", "🎵", "👍🏽", "🇰🇷", "❤\u{FE0F}", "\u{1B}", "\u{200B}", "कि"]
        for first in pieces {
            for second in pieces {
                for width in 1...9 {
                    let text = first + second + first + first + second
                    #expect(DisplayWidth.of(text.fitting(width: width)) == width, "\(text) in \(width)")
                }
            }
        }
    }
}
