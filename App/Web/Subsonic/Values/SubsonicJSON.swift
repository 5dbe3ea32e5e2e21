/// Writes a response as JSON (RFC 8259).
struct SubsonicJSONWriter: SubsonicWriter {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    /// Writes a complete document.
    static func document(_ response: some SubsonicValue) -> [UInt8] {
        var writer = SubsonicJSONWriter()
        writer.bytes.append("{\"subsonic-response\":")
        writer.object(response)
        writer.bytes.append("}")
        return writer.bytes
    }

    mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        JSONText.append(text, to: &bytes)
    }

    mutating func member(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        begin(name)
        bytes.append(decimal: number)
    }

    mutating func member(_ name: StaticString, _ number: Double?) {
        guard let number else { return }
        begin(name)
        JSONText.append(number, to: &bytes)
    }

    mutating func member(_ name: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        begin(name)
        bytes.append(flag ? "true" : "false")
    }

    mutating func content(_ name: StaticString, _ text: String) { member(name, text) }

    mutating func object(_ name: StaticString, _ value: (any SubsonicValue)?) {
        guard let value else { return }
        begin(name)
        object(value)
    }

    mutating func members(of value: any SubsonicValue) { value.writeJSON(to: &self) }

    mutating func list(_ name: StaticString, _ values: some Sequence<some SubsonicValue>) {
        array(name, values) { $0.object($1) }
    }

    mutating func texts(_ name: StaticString, _ texts: [String]) {
        array(name, texts) { JSONText.append($1, to: &$0.bytes) }
    }

    mutating func numbers(_ name: StaticString, _ numbers: [Int]) {
        array(name, numbers) { $0.bytes.append(decimal: $1) }
    }

    private mutating func object(_ value: some SubsonicValue) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        value.writeJSON(to: &self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    private mutating func array<Values: Sequence>(
        _ name: StaticString, _ values: Values, _ write: (inout Self, Values.Element) -> Void
    ) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        var isFirstElement = true
        for value in values {
            if !isFirstElement { bytes.append(UInt8(ascii: ",")) }
            isFirstElement = false
            write(&self, value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func begin(_ name: StaticString) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        bytes.append(name)
        bytes.append("\":")
    }
}
