import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Property list bombs")
struct PropertyListBombTests {
    private static let damaged = DocumentFailure.notPropertyList
    private static let tooMany = DocumentFailure.tooManyValues

    @Test(
        "rejects deeply nested XML",
        arguments: [
            nested("<plist>", "<array>", "</array>", "</plist>"), nested("<plist>", "<array>", "", ""),
            nested("<plist>", "<dict><key>a</key>", "</dict>", "</plist>"), nested("", "(", ")", ""),
            nested("", "(", "", ""),
            nested("({a=", "{a=", ";}", "})"), nested("<plist><array>", "<!-- <array> -->", "", "<dict>"),
        ])
    func rejectsDeepXML(text: String) async throws {
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure != nil)
        #expect(reading.failure == Self.damaged || text.hasPrefix("("))
    }

    @Test("rejects too many small values")
    func rejectsManyValues() async throws {
        let text = "<plist><array>" + String(repeating: "<dict/>", count: 4_100_000) + "</array></plist>"
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure == Self.tooMany)
    }

    @Test(
        "limits the opening tags of XML",
        arguments: [(3_999_998, DocumentFailure.notPropertyList), (3_999_999, .tooManyValues)])
    func limitsOpeningTags(count: Int, failure: DocumentFailure) async throws {
        let text = "<plist><x>" + String(repeating: "<x", count: count)
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure == failure)
    }

    @Test("does not count closing tags, even in UTF-16")
    func ignoresClosingTags() async throws {
        let text = "<plist><x>" + String(repeating: "<x</", count: 2_000_001)
        let reading = try await ToDoReading(try #require(text.data(using: .utf16)), as: Repositories.propertyList)
        #expect(reading.failure == Self.damaged)
    }

    @Test("rejects a document above the size limit")
    func rejectsLongDocument() async throws {
        let text =
            Data("<plist><array><dict><key>titleKey</key><string>".utf8)
            + Data(repeating: 0x41, count: 64 << 20) + Data("</string></dict></array></plist>".utf8)
        let reading = try await ToDoReading(text, as: Repositories.propertyList)
        #expect(reading.failure == .tooLarge(limit: 64 << 20))
        let longest = try await ToDoReading(Data(repeating: 0x41, count: 64 << 20), as: Repositories.propertyList)
        #expect(longest.failure == Self.damaged)
    }
}

private func nested(_ start: String, _ open: String, _ close: String, _ end: String) -> String {
    start + String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000) + end
}
