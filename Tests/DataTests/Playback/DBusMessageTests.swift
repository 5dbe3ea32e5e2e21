import FermataContracts
import FermataData
import NIOCore
import Testing

@Suite("Messages of D-Bus")
struct DBusMessageTests {
    private static var sample: DBusMessage {
        var message = DBusMessage(.signal, serial: 7)
        (message.path, message.interface, message.member) = ("/a/b", "org.example.A", "Changed")
        (message.sender, message.destination, message.replySerial) = (":1.4", ":1.5", 3)
        message.expectsReply = false
        message.body = [
            .string("Jóga"), .byte(1), .int64(-5), .boolean(true), .double(0.25), .uint32(9), .int32(-3),
            .objectPath("/x"), .signature("a{sv}"),
            .dictionary(["title": .string("One"), "artists": .strings(["A", "B"]), "length": .int64(1)]),
            .structure([.byte(2), .variant(.array(of: "x", []))]),
        ]
        return message
    }

    @Test("reads what it has written")
    func readsWritten() throws {
        let read = try DBusMessage(Self.sample.encoded)
        #expect(read == Self.sample)
    }

    @Test("reads the bytes of the specification's types in both orders")
    func readsBothOrders() throws {
        // A reply with the number 1, from a big-endian computer and from a little-endian one.
        let big: [UInt8] = [
            0x42, 2, 1, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 15, 5, 1, 0x75, 0, 0, 0, 0, 9, 8, 1, 0x67, 0, 1, 0x75, 0, 0,
            0, 0, 0, 1,
        ]
        let little: [UInt8] = [
            0x6C, 2, 1, 1, 4, 0, 0, 0, 2, 0, 0, 0, 15, 0, 0, 0, 5, 1, 0x75, 0, 9, 0, 0, 0, 8, 1, 0x67, 0, 1, 0x75, 0, 0,
            1, 0, 0, 0,
        ]
        var expected = DBusMessage(.reply, serial: 2)
        (expected.replySerial, expected.body, expected.expectsReply) = (9, [.uint32(1)], false)
        #expect(try DBusMessage(ByteBuffer(bytes: big)) == expected)
        #expect(try DBusMessage(ByteBuffer(bytes: little)) == expected)
        #expect(Array(expected.encoded.readableBytesView) == little)
    }

    @Test("leaves out zero bytes of texts, which would end them")
    func leavesOutZeroBytes() throws {
        var message = DBusMessage(.signal, serial: 1)
        message.body = [.string("a\0b")]
        #expect(try DBusMessage(message.encoded).body == [.string("ab")])
    }

    @Test("rejects every beginning of a message, and survives every changed byte")
    func rejectsDamage() throws {
        let bytes = Array(Self.sample.encoded.readableBytesView)
        for length in 0..<bytes.count {
            #expect(throws: DBusError.badMessage) { try DBusMessage(ByteBuffer(bytes: bytes.prefix(length))) }
        }
        var generator = SeededGenerator(SeededGenerator.seed(for: "DBusMessageTests"))
        for index in bytes.indices {
            for _ in 0..<20 {
                var damaged = bytes
                damaged[index] = .random(in: 0...255, using: &generator)
                _ = try? DBusMessage(ByteBuffer(bytes: damaged))
            }
        }
    }

    @Test("rejects bytes after the last value, booleans beyond 0 and 1, and invalid UTF-8")
    func rejectsValues() throws {
        var message = DBusMessage(.signal, serial: 1)
        for (value, last) in [(DBusValue.boolean(true), UInt8(2)), (.signature("\u{7F}"), 0xFF)] {
            message.body = [value]
            var bytes = Array(message.encoded.readableBytesView)
            #expect(throws: Never.self) { try DBusMessage(ByteBuffer(bytes: bytes)) }
            bytes[bytes.lastIndex { $0 != 0 } ?? 0] = last
            #expect(throws: DBusError.badMessage) { try DBusMessage(ByteBuffer(bytes: bytes)) }
        }
        #expect(throws: DBusError.badMessage) {
            try DBusMessage(ByteBuffer(bytes: Array(message.encoded.readableBytesView) + [0]))
        }
    }

    @Test("rejects types that do not exist or never end")
    func rejectsTypes() throws {
        for type in [
            String(repeating: "a", count: 200), String(repeating: "(", count: 200), "()", "z", "az", "}", "({sv})",
            "a{vs}", "a{s}", "a{sss}", "(s", "",
        ] {
            var message = DBusMessage(.signal, serial: 1)
            message.body = [.variant(.array(of: type, []))]
            #expect(throws: DBusError.badMessage) { try DBusMessage(message.encoded) }
        }
    }

    @Test(
        "finds the address of the session bus",
        arguments: [
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus,guid=ab"], .path("/run/user/1/bus")),
            (["DBUS_SESSION_BUS_ADDRESS": "tcp:host=a;unix:abstract=/tmp/dbus%2da"], .abstract("/tmp/dbus-a")),
            (["DBUS_SESSION_BUS_ADDRESS": "tcp:host=a", "XDG_RUNTIME_DIR": "/run/user/1"], nil),
            (["XDG_RUNTIME_DIR": "/run/user/1"], .path("/run/user/1/bus")), ([:], nil),
        ] as [([String: String], DBusAddress?)])
    func findsAddress(environment: [String: String], address: DBusAddress?) {
        #expect(DBusAddress(environment: environment) == address)
    }
}
