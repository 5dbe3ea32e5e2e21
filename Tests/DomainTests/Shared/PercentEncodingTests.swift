import FermataDomain
import Testing

@Suite("Percent encoding")
struct PercentEncodingTests {
    @Test("encodes every byte but unreserved ones with two digits")
    func encodesReservedBytes() {
        #expect("\u{F}\u{10}azAZ09-._~ é/".percentEncoded == "%0F%10azAZ09-._~%20%C3%A9%2F")
        #expect(PercentEncoding.encode([0xFF, 0x2F, 0x25, 0x41], isPath: true) == "%FF/%25A")
    }

    @Test("decodes every byte that it encodes")
    func decodesEncodedBytes() {
        let bytes = [UInt8](0...255)
        #expect(PercentEncoding.decode(PercentEncoding.encode(bytes).utf8) == bytes)
        #expect(PercentEncoding.decode(PercentEncoding.encode(bytes, isPath: true).utf8) == bytes)
    }

    @Test("decodes digits of both cases, and a plus sign as a space in forms only")
    func decodesForms() {
        #expect(String(percentEncoded: "%c3%A9+1".utf8) == "é+1")
        #expect(String(percentEncoded: "%c3%A9+1%2B".utf8, isForm: true) == "é 1+")
    }

    @Test("rejects invalid digits and text that is not UTF-8", arguments: ["%", "a%2", "%g0", "%0é", "%+1", "%FF"])
    func rejectsInvalidText(text: String) {
        #expect(String(percentEncoded: text.utf8) == nil)
    }
}
