/// A value of a response, such as a song, which writes its members in the same order in each format.
protocol SubsonicValue: Sendable {
    /// Members of one value: those with a single text or number come first, then content, objects and lists.
    func write(to writer: inout some SubsonicWriter)

    /// The same in one format each: a value of any type is then written by code that is compiled for the format, which
    /// takes half the time.
    func writeJSON(to writer: inout SubsonicJSONWriter)
    func writeXML(to writer: inout SubsonicXMLWriter)
}

extension SubsonicValue {
    func writeJSON(to writer: inout SubsonicJSONWriter) { write(to: &writer) }
    func writeXML(to writer: inout SubsonicXMLWriter) { write(to: &writer) }
}

/// Writes the members of a value in one format.
///
/// A member that is nil is left out. Names are those of the OpenSubsonic description.
protocol SubsonicWriter {
    mutating func member(_ name: StaticString, _ text: String?)
    mutating func member(_ name: StaticString, _ number: Int?)
    mutating func member(_ name: StaticString, _ number: Double?)
    mutating func member(_ name: StaticString, _ flag: Bool?)
    /// The text of an element, which is a member of this name in JSON.
    mutating func content(_ name: StaticString, _ text: String)
    mutating func object(_ name: StaticString, _ value: (any SubsonicValue)?)
    /// The members of another value.
    mutating func members(of value: any SubsonicValue)
    /// A list of objects, which is present even if it is empty.
    mutating func list(_ name: StaticString, _ values: some Sequence<some SubsonicValue>)
    /// A list of texts, which is present even if it is empty.
    mutating func texts(_ name: StaticString, _ texts: [String])
    /// A list of numbers, which is present even if it is empty.
    mutating func numbers(_ name: StaticString, _ numbers: [Int])
}

/// A value whose members a route states itself.
struct SubsonicObject: SubsonicValue {
    enum Member: Sendable {
        case text(String), integer(Int), number(Double), flag(Bool), content(String)
        case object(any SubsonicValue), list([any SubsonicValue]), numbers([Int])
    }

    private let members: KeyValuePairs<StaticString, Member?>

    init(_ members: KeyValuePairs<StaticString, Member?> = [:]) { self.members = members }

    func write(to writer: inout some SubsonicWriter) {
        for (name, member) in members {
            switch member {
            case .text(let text): writer.member(name, text)
            case .integer(let number): writer.member(name, number)
            case .number(let number): writer.member(name, number)
            case .flag(let flag): writer.member(name, flag)
            case .content(let text): writer.content(name, text)
            case .object(let value): writer.object(name, value)
            case .list(let values): writer.list(name, values.lazy.map(AnySubsonicValue.init))
            case .numbers(let numbers): writer.numbers(name, numbers)
            case nil: continue
            }
        }
    }
}

/// Values of different types in one list.
private struct AnySubsonicValue: SubsonicValue {
    let value: any SubsonicValue

    init(_ value: any SubsonicValue) { self.value = value }

    func write(to writer: inout some SubsonicWriter) { writer.members(of: value) }
}

/// An object with one list.
struct SubsonicList<Value: SubsonicValue>: SubsonicValue {
    let name: StaticString
    let values: [Value]

    func write(to writer: inout some SubsonicWriter) { writer.list(name, values) }
}
