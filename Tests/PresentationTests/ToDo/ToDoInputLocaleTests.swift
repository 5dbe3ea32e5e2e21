import FermataDomain
import FermataPresentation
import Testing

@Suite("The input screen of a to-do in many languages")
struct ToDoInputLocaleTests {
    private static let evening = "2026-12-25T00:30:00Z"

    @Test(
        "a time is read with the locale's words for AM and PM",
        arguments: [
            ("ko_KR", "2026. 12. 24. 오후 7:30"), ("ko_KR", "2026년 12월 24일 오후 7:30"), ("ja_JP", "2026/12/24 午後 7:30"),
            ("ja_JP", "2026年12月24日 午後7:30"), ("zh_CN", "2026/12/24 下午7:30"), ("zh_TW", "2026/12/24 下午 7:30"),
            ("el_GR", "24/12/2026 7:30 μμ"), ("es_ES", "24/12/2026 7:30 p. m."), ("ar_EG", "٢٤/١٢/٢٠٢٦ ٧:٣٠ م"),
            ("bg_BG", "24.12.2026 г. 19:30"), ("en_US", "12/24/2026 7:30\u{202F}pm"),
        ])
    func readsLocalHalves(locale: String, text: String) throws {
        #expect(try timestamp(text, DateStyle(locale)) == .moment(Self.evening))
    }

    @Test("the words for AM and PM differ")
    func separatesHalves() throws {
        for text in ["2026. 12. 24. 오전 7:30", "2026. 12. 24. 7:30"] {
            #expect(try timestamp(text, DateStyle("ko_KR")) == .moment("2026-12-24T12:30:00Z"))
        }
    }

    @Test("a time is read in the digits of any script", arguments: ["٢٤/١٢/٢٠٢٦ ١٩:٣٠", "٢٤/١٢/٢٠٢٦ 19:30"])
    func readsAnyDigits(text: String) throws {
        #expect(try timestamp(text, DateStyle("ar_EG")) == .moment(Self.evening))
    }

    @Test(
        "an unknown word is refused",
        arguments: [
            ("ko_KR", "2026. 12. 24. 내일 7:30"), ("zh_TW", "2026/12/24 凌晨 4:30"), ("ja_JP", "2026/12/24 夜 7:30"),
            ("zh_CN", "农历2026年12月24日"), ("en_US", "Ⅻ/24/2026"), ("en_US", "12²/24/2026"), ("en_US", "12/24/2026 г."),
        ])
    func refusesUnknownWord(locale: String, text: String) {
        #expect(throws: ToDoInputProblem.self) { try timestamp(text, DateStyle(locale)) }
    }

    @Test("a second AM or PM is refused")
    func refusesSecondHalf() {
        #expect(throws: ToDoInputProblem.self) { try timestamp("12/24/2026 AM 7:30 PM", .american) }
    }

    private func timestamp(_ text: String, _ style: DateStyle) throws -> Timestamp? {
        try ToDoInputModel(title: "a", date: text, style: style).draft().timestamp
    }
}
