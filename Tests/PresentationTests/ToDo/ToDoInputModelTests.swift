import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The input screen of a to-do")
struct ToDoInputModelTests {
    private static let example =
        "Write it like 12/24/2026, 2026-12-24, today, tomorrow, friday, +3d or +2w, and a time after it like 19:30."

    @Test("a draft has title, description, date, place and address")
    func makesDraft() throws {
        let input = ToDoInputModel(
            title: " Carols ", description: " Bring a friend.\n", date: "12/24/2026", place: " Hall",
            address: "Seoul ", style: .american)
        #expect(input.firstProblem == nil)
        #expect(
            try input.draft(about: .artist("Choir"))
                == ToDoDraft(
                    title: "Carols", description: " Bring a friend.\n", timestamp: try .day("2026-12-24"),
                    place: "Hall",
                    address: "Seoul", subject: .artist("Choir")))
        #expect(input.dateText == "Thursday, December 24, 2026")
    }

    @Test(
        "the pickers of a page have the day, and the time if there is one",
        arguments: [
            ("12/24/2026", "2026-12-24", ""), ("12/24/2026 7:30 PM", "2026-12-24", "19:30"),
            ("2027-01-02 00:05", "2027-01-02", "00:05"), ("", "", ""), ("soon", "", ""),
        ])
    func fillsPickers(date: String, day: String, time: String) {
        let texts = ToDoInputModel(title: "Carols", date: date, style: .american).pickerTexts
        #expect(texts.day == day && texts.time == time)
    }

    @Test("a title is required", arguments: ["", " ", "\n\t\u{3000}\u{A0}"])
    func requiresTitle(text: String) {
        let input = ToDoInputModel(title: text, style: .american)
        #expect(input.problem(of: .title) == "A to-do needs a title.")
        #expect(input.firstProblem != nil)
        #expect(throws: ToDoInputProblem(field: .title, text: "A to-do needs a title.")) { try input.draft() }
    }

    @Test("only a title is required")
    func requiresOnlyTitle() throws {
        #expect(try ToDoInputModel(title: "Low", date: " ", style: .american).draft() == ToDoDraft(title: "Low"))
        #expect(ToDoInputModel(title: "Low", style: .american).dateText == "")
    }

    @Test("each field has its own problem")
    func reportsProblemOfField() {
        var input = ToDoInputModel(style: .american)
        for (typed, isGood) in [("1", false), ("12/2", false), ("12/24/20", false), ("12/24/2026", true)] {
            input.date = typed
            #expect((input.problem(of: .date) == nil) == isGood, "\(typed)")
        }
        #expect(input.problem(of: .title) != nil && input.firstProblem != nil)
        input.title = "C"
        #expect(input.firstProblem == nil)
        #expect(input.title == "C" && input.date == "12/24/2026")
    }

    @Test(
        "a date is read in the locale's format and in ISO 8601",
        arguments: [
            ("en_US", "2/9/2026"), ("en_US", "02/09/2026"), ("en_US", "2026-02-09"), ("de_DE", "9.2.2026"),
            ("de_DE", "2026-02-09"), ("en_GB", "9/2/2026"), ("ko_KR", "2026. 2. 9."), ("ja_JP", "2026/2/9"),
            ("ja_JP", "2026年2月9日"), ("ar_EG", "٩/٢/٢٠٢٦"),
        ])
    func readsDates(locale: String, text: String) throws {
        #expect(try timestamp(text, DateStyle(locale)) == .day("2026-02-09"))
    }

    @Test("a date is read in the user's calendar")
    func usesCalendar() throws {
        let thai = DateStyle("th_TH", calendar: .buddhist)
        #expect(try timestamp("24/12/2569", thai) == .day("2026-12-24"))
        #expect(try timestamp("2026-12-24", thai) == .day("2026-12-24"))
        #expect(throws: ToDoInputProblem.self) { try timestamp("31/02/2569", thai) }
    }

    @Test(
        "a time may follow, in the user's time zone or its own",
        arguments: [
            "2026-12-24 13:30", "2026-12-24T13:30", "2026-12-24T13:30:00", "12/24/2026 1:30 PM",
            "12/24/2026, 1:30 p.m.",
            "2026-12-24T18:30:00Z", "2026-12-24T18:30:00.5Z", "2026-12-25T03:30+09:00",
            "2026-12-24T10:30-0800", "2026-12-25T00:00+05:30", "2026-12-24T15:00-03:30",
        ])
    func readsTimes(text: String) throws {
        #expect(try timestamp(text) == .moment("2026-12-24T18:30:00Z"))
    }

    @Test(
        "a day is read by its distance from today, a Tuesday",
        arguments: [
            ("today", "2026-12-22"), ("Tomorrow", "2026-12-23"), ("wed", "2026-12-23"), ("WEDNESDAY", "2026-12-23"),
            (" fri ", "2026-12-25"), ("Frid", "2026-12-25"), ("sunday", "2026-12-27"), ("mon", "2026-12-28"),
            ("tue", "2026-12-29"), ("+0d", "2026-12-22"), ("+3d", "2026-12-25"), ("+3D", "2026-12-25"),
            ("+10d", "2027-01-01"), ("+2w", "2027-01-05"), ("+9999d", "2054-05-08"),
        ])
    func readsRelativeDays(text: String, day: String) throws {
        #expect(try timestamp(text) == .day(day))
        #expect(try timestamp(text, DateStyle("ko_KR")) == .day(day))
    }

    @Test("a time may follow a day that is relative to today")
    func readsRelativeTimes() throws {
        for text in ["thursday 13:30", "thu, 1:30 PM", "+2d 13:30:00"] {
            #expect(try timestamp(text) == .moment("2026-12-24T18:30:00Z"))
        }
    }

    @Test("a day after the year 9999 is refused")
    func refusesDaysBeyondLastYear() {
        let input = ToDoInputModel(title: "a", date: "+2d", style: .american, today: Day("9999-12-30"))
        #expect(input.problem(of: .date) == "There is no day “+2d”.")
    }

    @Test(
        "a date that does not exist is refused",
        arguments: [
            "02/30/2026", "2026-02-30", "02/29/2023", "2023-02-29", "24.12.2026", "13/01/2026", "2026-00-10",
            "0000-01-01",
        ])
    func refusesUnknownDay(text: String) {
        #expect(problem(text) == "There is no day “\(text)”." + (text.contains("-") ? "" : " \(Self.example)"))
    }

    @Test("29 February exists in leap years", arguments: [("2024", true), ("2000", true), ("1900", false)])
    func knowsLeapDays(year: String, exists: Bool) {
        #expect((problem("\(year)-02-29") == nil) == exists)
    }

    @Test("the year 9999 is the last")
    func acceptsYear9999() throws {
        #expect(try timestamp("12/31/9999") == .day("9999-12-31"))
        #expect(try timestamp("9999-12-30 18:59") == .moment("9999-12-30T23:59:00Z"))
        for time in ["9999-12-31 23:59", "0001-01-01 00:00"] {
            #expect(problem(time) == "Times are stored from 0001-01-02 to 9999-12-30; write the day alone.")
        }
        #expect(problem("1/1/10000") == "“1/1/10000” is not a date. \(Self.example)")
    }

    @Test("a time zone has 59 minutes at most", arguments: ["+00:60", "-09:99"])
    func refusesUnknownZone(zone: String) throws {
        #expect(
            problem("2026-12-24T18:30\(zone)")?.hasPrefix("“2026-12-24T18:30\(zone)” is not a date. Write it like")
                == true)
        #expect(try timestamp("2026-12-24T18:30+00:59") == .moment("2026-12-24T17:31:00Z"))
    }

    @Test("a time skipped by daylight saving is refused; a repeated one is the first")
    func handlesDaylightSaving() throws {
        let berlin = DateStyle("en_US", timeZone: "Europe/Berlin")
        #expect(
            problem("2026-03-29 02:30", berlin)
                == "There is no 02:30 on that day in Europe/Berlin: the clocks skip it when they go forward.")
        #expect(try timestamp("2026-03-29 03:30", berlin) == .moment("2026-03-29T01:30:00Z"))
        #expect(try timestamp("2026-10-25 02:30", berlin) == .moment("2026-10-25T00:30:00Z"))
    }

    @Test("a time that does not exist is refused", arguments: ["24:00", "12:60", "23:59:60", "13:00 PM", "0:10 am"])
    func refusesUnknownTime(time: String) {
        #expect(problem("2026-12-24 \(time)") == "There is no time of day as in “2026-12-24 \(time)”.")
    }

    @Test(
        "text that is not a date is refused with an example",
        arguments: [
            "soon", "12/24", "12/24/26", "1/2/3/4", "Dec 24 2026", "2026-12-24 noon", "2026-12-24T", "19:30",
            "yesterday", "fr", "fridays", "tomorro", "3d", "+3", "+3m", "+99999d", "+-3d", "next friday",
        ])
    func refusesText(text: String) {
        #expect(problem(text) == "“\(text)” is not a date. \(Self.example)")
    }

    @Test("an address has at most 1,000 characters")
    func limitsAddress() {
        var input = ToDoInputModel(title: "Hear it", style: .american)
        input.address = String(repeating: "a", count: 1_000)
        #expect(input.problem(of: .address) == nil && input.firstProblem == nil)
        input.address += "a"
        #expect(input.problem(of: .address) == "An address has 1,000 characters at the most.")
        #expect(input.firstProblem?.field == .address)
    }

    @Test("accepts an unchanged address of more than 1,000 characters")
    func acceptsUnchangedLongAddress() throws {
        let address = String(repeating: "a", count: 1_200)
        let item = ToDoItem(title: "Hear it", location: Location(name: "Hall", address: address))
        var input = ToDoInputModel(editing: ToDo(number: 1, item: item), style: .american, today: nil)
        input.title = "Hear them"
        #expect(input.firstProblem == nil)
        #expect(try input.edit() == ToDoEdit(title: "Hear them"))
        input.address += "a"
        #expect(input.problem(of: .address) == "An address has 1,000 characters at the most.")
    }

    @Test("after a save, compares the texts with the stored to-do")
    func comparesWithStoredToDo() throws {
        var item = ToDoItem(title: "Gig", location: Location(name: "Berlin", address: "Berlin"))
        var input = ToDoInputModel(
            editing: ToDo(number: 1, item: item), style: .american, today: Day("2026-12-22"))
        input.title = " Gigs"
        input.date = "tomorrow"
        input.place = ""
        input.address = "Nowhere 7 "
        item = ToDoItem(
            title: "Gigs", timestamp: try .day("2026-12-23"),
            location: Location(name: "Nowhere 7", address: "Nowhere 7"))
        input = input.saved(as: ToDo(number: 1, item: item))
        #expect([input.title, input.date, input.place, input.address] == [" Gigs", "tomorrow", "", "Nowhere 7 "])
        #expect(!input.isChanged)
        #expect(try input.edit() == ToDoEdit())
        input.title = "Gig"
        input.date = ""
        input.address = "Berlin"
        #expect(try input.edit() == ToDoEdit(title: "Gig", timestamp: .some(nil), address: "Berlin"))
    }

    @Test("after a save as an existing to-do, only texts that were typed can change it")
    func keepsValuesOfExistingToDo() throws {
        let input = ToDoInputModel(title: "carols", style: .american)
            .saved(as: ToDo(number: 1, item: try .gig()))
        #expect(try input.edit() == ToDoEdit(title: "carols"))
    }

    @Test("hostile text is refused quickly", .timeLimit(.minutes(3)))
    func refusesHostileText() {
        let texts = [
            "\u{1B}[31m", String(repeating: "9", count: 40), String(repeating: "9", count: 41),
            String(repeating: "9", count: 100_000), String(repeating: "1 ", count: 50_000),
            String(repeating: ",", count: 60_000),
        ]
        for text in texts {
            let quote = text.count > 40 ? text.prefix(40) + "…" : text[...]
            #expect(problem(text) == "“\(quote)” is not a date. \(Self.example)")
        }
    }

    private func timestamp(_ text: String, _ style: DateStyle = .american) throws -> DueDate? {
        try ToDoInputModel(title: "a", date: text, style: style).draft().timestamp
    }

    private func problem(_ text: String, _ style: DateStyle = .american) -> String? {
        ToDoInputModel(title: "a", date: text, style: style).problem(of: .date)
    }

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

}
