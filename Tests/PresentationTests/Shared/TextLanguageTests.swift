import FermataPresentation
import Testing

@Suite("The language of a text by its script")
struct TextLanguageTests {
    @Test(
        "kana are Japanese, Hangul Korean, Han characters alone Chinese",
        arguments: [
            ("宇多田ヒカル", "ja"), ("さくら", "ja"), ("ﾋｶﾙ", "ja"), ("챔버오케스트라", "ko"), ("BTS 방탄소년단", "ko"), ("小夜曲", "zh"),
            ("ㄅㄆㄇ", "zh"), ("韓 한", "ko"),
        ])
    func detectsLanguage(text: String, language: String) {
        #expect(TextLanguage(of: text)?.rawValue == language)
    }

    @Test(
        "other scripts, punctuation and emoji have no language", arguments: ["Low", "Björk", "Кино", "", "「」・", "♥️🎵"])
    func detectsNothing(text: String) { #expect(TextLanguage(of: text) == nil) }
}
