import FermataPresentation
import Testing

@Suite("The language of a text by its script")
struct TextLanguageTests {
    @Test(
        "kana are Japanese, Hangul Korean, Bopomofo Chinese",
        arguments: [
            ("宇多田ヒカル", "ja"), ("さくら", "ja"), ("ﾋｶﾙ", "ja"), ("챔버오케스트라", "ko"), ("BTS 방탄소년단", "ko"), ("ㄅㄆㄇ", "zh"),
            ("韓 한", "ko"),
        ])
    func detectsLanguage(text: String, language: String) {
        #expect(TextLanguage(of: text)?.rawValue == language)
    }

    @Test("artist and album decide about Han characters alone; undecided, they have none")
    func decidesByContext() {
        #expect(TextLanguage(of: "終電", among: ["青木 遥", "夜の電車"]) == .japanese)
        #expect(TextLanguage(of: "愛", among: ["심수봉", ""]) == .korean)
        #expect(TextLanguage(of: "小夜曲", among: ["王菲", "天空"]) == nil)
        #expect(TextLanguage(of: "Low", among: ["さくら"]) == nil)
    }

    @Test(
        "other scripts, punctuation and emoji have no language", arguments: ["Low", "Björk", "Кино", "", "「」・", "♥️🎵"])
    func detectsNothing(text: String) { #expect(TextLanguage(of: text) == nil) }
}
