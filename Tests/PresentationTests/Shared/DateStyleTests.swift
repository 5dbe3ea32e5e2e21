import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Dates in the user's format")
struct DateStyleTests {
    @Test("a day is the same day in every time zone", arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago", "GMT"])
    func ignoresZoneOfDay(zone: String) throws {
        for locale in ["en_US", "de_DE"] {
            let style = DateStyle(locale, timeZone: zone)
            #expect(style.dateText(try .day("2024-02-29")) == (locale == "en_US" ? "02/29/2024" : "29.02.2024"))
            #expect(style.fullText(try .day("2024-02-29")).contains("29"))
        }
    }

    @Test("a moment is on its day in the user's time zone")
    func usesZoneOfMoment() throws {
        let moment = try DueDate.moment("2026-12-31T23:30:00Z")
        #expect(DateStyle("en_US", timeZone: "GMT").dateText(moment) == "12/31/2026")
        #expect(DateStyle("en_US", timeZone: "Asia/Seoul").dateText(moment) == "01/01/2027")
        #expect(DateStyle("ko_KR", timeZone: "Asia/Seoul").dateText(moment) == "2027. 01. 01.")
    }

    @Test("years are those of the user's calendar")
    func usesCalendar() throws {
        let style = DateStyle("th_TH", calendar: .buddhist)
        #expect(style.dateText(try .day("2026-12-24")).contains("2569"))
    }

    @Test("years are padded to four digits", arguments: ["0001-01-01", "0987-06-05", "9999-12-31"])
    func padsYears(text: String) throws {
        let year = String(text.prefix(4))
        #expect(DateStyle.american.dateText(try .day(text)).hasSuffix("/" + year))
        #expect(DateStyle("de_DE").dateText(try .day(text)).hasSuffix("." + year))
    }

    @Test("the text has no marks of direction", arguments: ["ar_EG", "he_IL", "fa_IR", "ur_PK"])
    func omitsDirectionMarks(locale: String) throws {
        let (style, day) = (DateStyle(locale), try DueDate.day("2026-12-24"))
        let text = style.dateText(day) + style.fullText(day)
        #expect(text.unicodeScalars.allSatisfy { !$0.properties.isBidiControl })
    }
}
