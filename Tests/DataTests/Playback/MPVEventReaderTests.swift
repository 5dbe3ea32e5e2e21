import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Messages of mpv as events of the player")
struct MPVEventReaderTests {
    private static let (first, second) = (7, 8)
    private var reader = MPVEventReader()

    init() {
        reader.setItem(1, ofEntry: Self.first)
        reader.setItem(2, ofEntry: Self.second)
    }

    @Test("an item is finished when the next one starts")
    mutating func finishesBeforeNext() throws {
        #expect(try events(#"{"event": "start-file", "playlist_entry_id": 7}"#) == [.started(item: 1)])
        #expect(try end(Self.first, "eof").isEmpty)
        #expect(
            try events(#"{"event": "start-file", "playlist_entry_id": 8}"#) == [.finished(item: 1), .started(item: 2)])
        #expect(try events(#"{"event": "start-file", "playlist_entry_id": 8}"#) == [.started(item: 2)])
    }

    @Test("the last item is finished when mpv is idle, once")
    mutating func finishesWhenIdle() throws {
        #expect(try end(Self.first, "eof").isEmpty)
        #expect(try change("idle-active", "false").isEmpty)
        #expect(try change("idle-active", "true") == [.finished(item: 1)])
        #expect(try change("idle-active", "true").isEmpty)
    }

    @Test("an item that cannot be played has failed", arguments: ["error", "redirect"])
    mutating func failsUnplayableItem(reason: String) throws {
        #expect(try end(Self.first, reason) == [.failed(item: 1)])
        #expect(try end(Self.first, reason).isEmpty)
        #expect(try change("idle-active", "true").isEmpty)
    }

    @Test("an item that a command has ended is neither finished nor failed", arguments: ["stop", "quit"])
    mutating func ignoresStoppedItem(reason: String) throws {
        #expect(try end(Self.first, reason).isEmpty)
        #expect(try change("idle-active", "true").isEmpty)
    }

    @Test("only an error of the audio output fails the output")
    mutating func failsOutput() throws {
        #expect(try end(Self.first, "error", "audio output initialization failed") == [.outputFailed])
        #expect(try end(Self.second, "error", "no audio output") == [.failed(item: 2)])
    }

    @Test("an entry without an item has no events")
    mutating func ignoresUnknownEntries() throws {
        #expect(try events(#"{"event": "start-file", "playlist_entry_id": 9}"#).isEmpty)
        #expect(try events(#"{"event": "start-file"}"#).isEmpty)
        #expect(try end(9, "error").isEmpty)
    }

    @Test("positions are at most one in a quarter of a second")
    mutating func limitsPositions() throws {
        #expect(try change("time-pos", "0.0") == [.position(.zero)])
        #expect(try change("time-pos", "0.249").isEmpty)
        #expect(try change("time-pos", "0.25") == [.position(.milliseconds(250))])
        #expect(try change("time-pos", "0.4999").isEmpty)
        #expect(try change("time-pos", "0.1") == [.position(.milliseconds(100))])
    }

    @Test("after a seek and with another item, the same position is an event once more")
    mutating func repeatsPosition() throws {
        #expect(try change("time-pos", "1.0009") == [.position(.seconds(1))])
        #expect(try events(#"{"event": "seek"}"#).isEmpty)
        #expect(try events(#"{"event": "playback-restart"}"#).isEmpty)
        #expect(try change("time-pos", "1.0") == [.position(.seconds(1))])
        #expect(try events(#"{"event": "start-file", "playlist_entry_id": 7}"#) == [.started(item: 1)])
        #expect(try change("time-pos", "1.0") == [.position(.seconds(1))])
    }

    @Test("the position before a seek does not hide the one after it")
    mutating func reportsPositionAfterSeek() throws {
        #expect(try events(#"{"event": "seek"}"#).isEmpty)
        #expect(try change("time-pos", "0.0") == [.position(.zero)])
        #expect(try change("time-pos", "0.1") == [.position(.milliseconds(100))])
        #expect(try events(#"{"event": "playback-restart"}"#).isEmpty)
        #expect(try change("time-pos", "0.15") == [.position(.milliseconds(150))])
        #expect(try change("time-pos", "0.2").isEmpty)
    }

    @Test("an item that starts during a seek has at most four positions a second")
    mutating func endsSeekWithItem() throws {
        #expect(try events(#"{"event": "seek"}"#).isEmpty)
        #expect(try events(#"{"event": "start-file", "playlist_entry_id": 7}"#) == [.started(item: 1)])
        #expect(try change("time-pos", "0.0") == [.position(.zero)])
        #expect(try change("time-pos", "0.1").isEmpty)
    }

    @Test("a time that no song has is zero", arguments: ["1e18", "2147483648", "-0.5"])
    mutating func limitsTimes(seconds: String) throws {
        #expect(try change("time-pos", seconds) == [.position(.zero)])
        #expect(try change("duration", seconds) == [.duration(.zero)])
        #expect(try change("duration", "2147483647") == [.duration(.seconds(2_147_483_647))])
    }

    @Test("a number at the limits of its type is a time that a song can have", arguments: ExtremeNumbers.json)
    mutating func readsAnyNumber(number: String) throws {
        for name in ["time-pos", "duration", "paused-for-cache", "idle-active"] {
            for event in try change(name, number) {
                if case .position(let time) = event { #expect(time >= .zero && time <= .seconds(Int64(Int32.max))) }
                if case .duration(let time) = event { #expect(time >= .zero && time <= .seconds(Int64(Int32.max))) }
            }
        }
        for event in ["start-file", "end-file"] {
            // A message with an entry that is no integer is ignored.
            _ = try? events(#"{"event": "\#(event)", "playlist_entry_id": \#(number), "request_id": \#(number)}"#)
        }
    }

    @Test("the duration and waiting for audio are events")
    mutating func readsProperties() throws {
        #expect(try change("duration", "61.5") == [.duration(.milliseconds(61_500))])
        #expect(try change("paused-for-cache", "true") == [.buffering(true)])
        #expect(try change("paused-for-cache", "false") == [.buffering(false)])
    }

    @Test(
        "other messages have no events",
        arguments: [
            #"{"event": "audio-reconfig"}"#, #"{"event": "property-change", "name": "volume", "data": 5}"#,
            #"{"event": "property-change", "name": "time-pos"}"#,
            #"{"event": "property-change", "name": "duration", "data": "long"}"#,
            #"{"request_id": 1, "error": "success", "data": {"playlist_entry_id": 7}}"#,
        ])
    mutating func ignoresOtherMessages(message: String) throws {
        #expect(try events(message).isEmpty)
    }

    private mutating func events(_ message: String) throws -> [PlayerEvent] {
        reader.events(of: try JSONDecoder().decode(MPVMessage.self, from: Data(message.utf8)))
    }

    private mutating func change(_ name: String, _ data: String) throws -> [PlayerEvent] {
        try events(#"{"event": "property-change", "name": "\#(name)", "data": \#(data)}"#)
    }

    private mutating func end(_ entry: Int, _ reason: String, _ error: String = "") throws -> [PlayerEvent] {
        let values = #""playlist_entry_id": \#(entry), "reason": "\#(reason)", "file_error": "\#(error)""#
        return try events(#"{"event": "end-file", \#(values)}"#)
    }
}
