import Foundation
package import NIOCore

/// An error of a message bus.
package enum DBusError: Error {
    /// No bus has an address, or none listens there.
    case unavailable
    /// The bus does not accept this user.
    case rejected
    /// The bus sends something other than messages.
    case badMessage
}

/// A value of a D-Bus message.
///
/// Source: https://dbus.freedesktop.org/doc/dbus-specification.html#type-system
package indirect enum DBusValue: Equatable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    /// Elements of a type.
    case array(of: String, [DBusValue])
    case structure([DBusValue])
    case entry(DBusValue, DBusValue)
    case variant(DBusValue)

    /// A dictionary from names to variants, in the order of the names.
    package static func dictionary(_ values: [String: DBusValue]) -> DBusValue {
        let sorted = values.sorted { $0.key < $1.key }
        return .array(of: "{sv}", sorted.map { .entry(.string($0.key), .variant($0.value)) })
    }

    package static func strings(_ texts: [String]) -> DBusValue { .array(of: "s", texts.map { .string($0) }) }

    /// The signature of the value's type.
    var type: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .array(let element, _): "a" + element
        case .structure(let fields): "(" + fields.map(\.type).joined() + ")"
        case .entry(let key, let value): "{" + key.type + value.type + "}"
        case .variant: "v"
        }
    }

    /// The text of a string, path or signature.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        default: nil
        }
    }

    /// Types are aligned to a multiple of their size.
    fileprivate static func alignment(ofType type: Character?) -> Int {
        switch type {
        case "y", "g", "v": 1
        case "n", "q": 2
        case "x", "t", "d", "(", "{": 8
        default: 4
        }
    }
}

/// A message of D-Bus: a call of a method, the reply to it, or a signal.
///
/// Source: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol
package struct DBusMessage: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// A kind that later versions of the protocol add: to be ignored.
        case unknown
        case call, reply, error, signal
    }

    private static let (noReplyFlag, version) = (UInt8(1), UInt8(1))
    private static let fixedLength = 16
    /// The length of the longest message, in bytes.
    private static let longest = 1 << 27

    package var kind: Kind
    package var serial: UInt32
    package var expectsReply = true
    package var path, interface, member, errorName, destination, sender: String?
    package var replySerial: UInt32?
    package var body: [DBusValue] = []

    package init(_ kind: Kind, serial: UInt32) { (self.kind, self.serial) = (kind, serial) }

    /// The bytes of the message, in the order of little-endian computers.
    package var encoded: ByteBuffer {
        var content = DBusWriter()
        for value in body { content.write(value) }
        let texts: [(code: UInt8, value: DBusValue?)] = [
            (1, path.map { .objectPath($0) }), (2, interface.map { .string($0) }), (3, member.map { .string($0) }),
            (4, errorName.map { .string($0) }), (5, replySerial.map { .uint32($0) }),
            (6, destination.map { .string($0) }), (7, sender.map { .string($0) }),
            (8, body.isEmpty ? nil : .signature(body.map(\.type).joined())),
        ]
        let fields = texts.compactMap { field in
            field.value.map { DBusValue.structure([.byte(field.code), .variant($0)]) }
        }
        var message = DBusWriter()
        for byte in [UInt8(ascii: "l"), kind.rawValue, expectsReply ? 0 : Self.noReplyFlag, Self.version] {
            message.write(.byte(byte))
        }
        message.write(.uint32(UInt32(content.buffer.readableBytes)))
        message.write(.uint32(serial))
        message.write(.array(of: "(yv)", fields))
        message.align(8)
        message.buffer.writeImmutableBuffer(content.buffer)
        return message.buffer
    }

    /// The length of the message with which bytes begin; nil if they are too few to have it. Throws
    /// `DBusError.badMessage`.
    package static func length(in bytes: ByteBuffer) throws(DBusError) -> Int? {
        guard bytes.readableBytes >= fixedLength else { return nil }
        let order = try order(of: bytes)
        func number(at offset: Int) -> Int {
            Int(bytes.getInteger(at: bytes.readerIndex + offset, endianness: order, as: UInt32.self) ?? .max)
        }
        let (body, fields) = (number(at: 4), number(at: 12))
        guard body <= longest, fields <= longest else { throw .badMessage }
        return fixedLength + (fields + 7) / 8 * 8 + body
    }

    private static func order(of bytes: ByteBuffer) throws(DBusError) -> Endianness {
        switch bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) {
        case UInt8(ascii: "l")?: .little
        case UInt8(ascii: "B")?: .big
        default: throw .badMessage
        }
    }

    /// Reads one message. Throws `DBusError.badMessage`.
    package init(_ bytes: ByteBuffer) throws(DBusError) {
        var reader = DBusReader(bytes.slice(), try Self.order(of: bytes))
        guard case .byte = try reader.value(of: "y"), case .byte(let number) = try reader.value(of: "y"),
            case .byte(let flags) = try reader.value(of: "y"), case .byte(Self.version) = try reader.value(of: "y"),
            case .uint32 = try reader.value(of: "u"),
            case .uint32(let serial) = try reader.value(of: "u"),
            case .array(_, let fields) = try reader.value(of: "a(yv)")
        else { throw .badMessage }
        self.init(Kind(rawValue: number) ?? .unknown, serial: serial)
        expectsReply = flags & Self.noReplyFlag == 0
        var signature = ""
        for case .structure(let field) in fields {
            guard case .byte(let code)? = field.first, case .variant(let value)? = field.last else { continue }
            switch (code, value) {
            case (1, _): path = value.text
            case (2, _): interface = value.text
            case (3, _): member = value.text
            case (4, _): errorName = value.text
            case (5, .uint32(let serial)): replySerial = serial
            case (6, _): destination = value.text
            case (7, _): sender = value.text
            case (8, .signature(let text)): signature = text
            default: break
            }
        }
        try reader.align(8)
        body = try reader.values(of: signature[...])
        try reader.end()
    }
}

/// Writes values from the start of a message, or of its body.
private struct DBusWriter {
    var buffer = ByteBuffer()

    mutating func align(_ size: Int) {
        while buffer.writerIndex % size != 0 { buffer.writeInteger(UInt8(0)) }
    }

    mutating func write(_ value: DBusValue) {
        align(DBusValue.alignment(ofType: value.type.first))
        switch value {
        case .byte(let byte): buffer.writeInteger(byte)
        case .boolean(let flag): buffer.writeInteger(UInt32(flag ? 1 : 0), endianness: .little)
        case .int32(let number): buffer.writeInteger(number, endianness: .little)
        case .uint32(let number): buffer.writeInteger(number, endianness: .little)
        case .int64(let number): buffer.writeInteger(number, endianness: .little)
        case .double(let number): buffer.writeInteger(number.bitPattern, endianness: .little)
        case .string(let text), .objectPath(let text):
            // The end of the text is a zero byte.
            let bytes = text.utf8.filter { $0 != 0 }
            buffer.writeInteger(UInt32(bytes.count), endianness: .little)
            buffer.writeBytes(bytes + [0])
        case .signature(let text):
            buffer.writeInteger(UInt8(truncatingIfNeeded: text.utf8.count))
            buffer.writeBytes(Array(text.utf8) + [0])
        case .array(let element, let values): write(values, of: element)
        case .structure(let fields): for field in fields { write(field) }
        case .entry(let key, let value):
            write(key)
            write(value)
        case .variant(let value):
            write(.signature(value.type))
            write(value)
        }
    }

    private mutating func write(_ values: [DBusValue], of element: String) {
        let place = buffer.writerIndex
        buffer.writeInteger(UInt32(0))
        // The length does not include the bytes before the first element.
        align(DBusValue.alignment(ofType: element.first))
        let start = buffer.writerIndex
        for value in values { write(value) }
        buffer.setInteger(UInt32(buffer.writerIndex - start), at: place, endianness: .little)
    }
}

/// Reads values from the start of a message.
private struct DBusReader {
    private static let depthLimit = 64
    private static let basicTypes = Set("ybnqiuhxtdsog")
    private var buffer: ByteBuffer
    private let order: Endianness

    init(_ buffer: ByteBuffer, _ order: Endianness) { (self.buffer, self.order) = (buffer, order) }

    mutating func align(_ size: Int) throws(DBusError) {
        let rest = buffer.readerIndex % size
        if rest > 0, buffer.readSlice(length: size - rest) == nil { throw .badMessage }
    }

    /// Throws if there are bytes after the last value.
    func end() throws(DBusError) {
        if buffer.readableBytes > 0 { throw .badMessage }
    }

    /// Reads the values of a signature.
    mutating func values(of signature: Substring, depth: Int = 0) throws(DBusError) -> [DBusValue] {
        var (values, rest): ([DBusValue], Substring) = ([], signature)
        while !rest.isEmpty {
            let length = try Self.typeLength(rest)
            values.append(try value(of: rest.prefix(length), depth: depth))
            rest = rest.dropFirst(length)
        }
        return values
    }

    /// Reads a value of one complete type.
    mutating func value(of type: Substring, depth: Int = 0) throws(DBusError) -> DBusValue {
        guard depth < Self.depthLimit else { throw .badMessage }
        try align(DBusValue.alignment(ofType: type.first))
        switch type.first {
        case "y": return .byte(try integer())
        case "b":
            let number = try integer(UInt32.self)
            guard number <= 1 else { throw .badMessage }
            return .boolean(number == 1)
        case "n": return .int32(Int32(try integer(Int16.self)))
        case "q": return .int32(Int32(try integer(UInt16.self)))
        case "i": return .int32(try integer())
        case "u", "h": return .uint32(try integer())
        case "x": return .int64(try integer())
        case "t": return .int64(Int64(clamping: try integer(UInt64.self)))
        case "d": return .double(Double(bitPattern: try integer()))
        case "s": return .string(try text(length: Int(try integer(UInt32.self))))
        case "o": return .objectPath(try text(length: Int(try integer(UInt32.self))))
        case "g": return .signature(try text(length: Int(try integer(UInt8.self))))
        case "v":
            let type = try text(length: Int(try integer(UInt8.self)))
            guard try Self.typeLength(type[...]) == type.count else { throw .badMessage }
            return .variant(try value(of: type[...], depth: depth + 1))
        case "a": return try array(of: type.dropFirst(), depth: depth + 1)
        case "(": return .structure(try values(of: type.dropFirst().dropLast(), depth: depth + 1))
        case "{":
            let pair = try values(of: type.dropFirst().dropLast(), depth: depth + 1)
            return .entry(pair[0], pair[1])
        default: throw .badMessage
        }
    }

    private mutating func array(of element: Substring, depth: Int) throws(DBusError) -> DBusValue {
        let length = Int(try integer(UInt32.self))
        try align(DBusValue.alignment(ofType: element.first))
        guard length <= buffer.readableBytes else { throw .badMessage }
        let end = buffer.readerIndex + length
        var values: [DBusValue] = []
        while buffer.readerIndex < end { values.append(try value(of: element, depth: depth)) }
        guard buffer.readerIndex == end else { throw .badMessage }
        return .array(of: String(element), values)
    }

    private mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(DBusError) -> Value {
        guard let value = buffer.readInteger(endianness: order, as: Value.self) else { throw .badMessage }
        return value
    }

    private mutating func text(length: Int) throws(DBusError) -> String {
        guard let bytes = buffer.readBytes(length: length), buffer.readInteger(as: UInt8.self) == 0,
            let text = String(bytes: bytes, encoding: .utf8)
        else { throw .badMessage }
        return text
    }

    /// The length of the complete type with which a signature begins.
    private static func typeLength(_ signature: Substring, depth: Int = 0) throws(DBusError) -> Int {
        guard depth < depthLimit, let first = signature.first else { throw .badMessage }
        switch first {
        case "a" where signature.dropFirst().first == "{":
            let (key, value) = (signature.dropFirst(2), signature.dropFirst(3))
            guard let type = key.first, basicTypes.contains(type) else { throw .badMessage }
            let length = try typeLength(value, depth: depth + 2)
            guard value.dropFirst(length).first == "}" else { throw .badMessage }
            return length + 4
        case "a": return 1 + (try typeLength(signature.dropFirst(), depth: depth + 1))
        case "(":
            var length = 1
            while let next = signature.dropFirst(length).first, next != ")" {
                length += try typeLength(signature.dropFirst(length), depth: depth + 1)
            }
            guard length > 1, signature.dropFirst(length).first == ")" else { throw .badMessage }
            return length + 1
        case "v": return 1
        default:
            guard basicTypes.contains(first) else { throw .badMessage }
            return 1
        }
    }
}
