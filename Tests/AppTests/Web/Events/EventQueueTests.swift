import FermataDomain
import FermataPresentation
import Foundation
import NIOCore
import Synchronization
import Testing
import FermataApp

@Suite("The unsent events of a slow subscriber", .timeLimit(.minutes(3)))
struct EventQueueTests {
    private let hub = EventHub()

    @Test("Given 10,000 unread events, then the newest of the last 256 keys remain")
    func dropsOldestBeyondLimit() async throws {
        let queue = try hub.subscribe()
        for round in 1...10 {
            for number in 1...1_000 { hub.publish(.download(Self.row(number, received: round))) }
        }
        let batches = try await batches(of: queue)
        #expect(batches.count == 1)
        let received = batches.joined().matches(of: /"id":"(\w+)".*"received":(\d+),/).map { match in
            [String(match.1), String(match.2)]
        }
        #expect(received == (745...1_000).map { [MusicID(UInt64($0)).description, "10"] })
    }

    @Test("Given repeated changes of a state, then only the last is sent, in first place")
    func replacesEventsWithSameKey() async throws {
        let queue = try hub.subscribe()
        for version in 1...1_000 {
            hub.publish(.library(version: version))
            if version == 1 { hub.publish(.download(Self.row(1, received: 1))) }
        }
        let batches = try await batches(of: queue)
        #expect(batches.count == 1)
        #expect(batches.first?.hasPrefix("event: library\ndata: {\"version\":1000}\n\nevent: download\n") == true)
        #expect(batches.joined().components(separatedBy: "event: library").count == 2)
    }

    /// Closes the hub, and returns the batches of a queue.
    private func batches(of queue: EventQueue) async throws -> [String] {
        hub.close()
        let batches = Mutex<[String]>([])
        try await queue.forEachBatch { batch in batches.withLock { $0.append(String(buffer: batch)) } }
        return batches.withLock { $0 }
    }

    private static func row(_ number: Int, received: Int) -> DownloadCellModel {
        let music = Music(id: MusicID(UInt64(number)), title: "Song")
        return DownloadCellModel(
            Download(music: music, state: .downloading(fraction: nil), received: Int64(received)), for: .user)
    }
}

@Suite("Sending events to subscribers", .timeLimit(.minutes(3)))
struct EventHubTests {
    @Test("a subscriber that joins during a publication receives the state")
    func sendsStateToNewSubscriber() async throws {
        for round in 1...20_000 {
            let hub = EventHub()
            async let publishing: Void = hub.publish(.library(version: round), isState: true)
            let queue = try hub.subscribe()
            await publishing
            hub.close()
            let received = Mutex(0)
            try await queue.forEachBatch { events in received.withLock { $0 += events.readableBytes } }
            try #require(received.withLock { $0 } > 0)
        }
    }
}
