import NIOCore
import Synchronization

/// The connections that are open: past a limit, those that say nothing make room for new ones.
final class ConnectionTable: Sendable {
    private let limit: Int
    private let open = Mutex<[ObjectIdentifier: Connection]>([:])

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a connection in, and closes the one that is least missed where there are too many. O(limit).
    func enter(_ connection: Connection) {
        let leaving = open.withLock { open in
            open[ObjectIdentifier(connection)] = connection
            guard open.count > limit else { return Connection?.none }
            let idle = open.values.filter { !$0.isBusy && $0 !== connection }
            let leaving = idle.min { $0.lastAsked < $1.lastAsked } ?? connection
            open[ObjectIdentifier(leaving)] = nil
            return leaving
        }
        leaving?.channel.close(promise: nil)
    }

    func leave(_ connection: Connection) {
        open.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
    }
}

/// An open connection as all threads see it.
final class Connection: Sendable {
    let channel: any Channel
    private let asked: Atomic<UInt64>
    private let busy = Atomic(false)

    init(_ channel: any Channel) {
        self.channel = channel
        // The first bit sets apart those who asked once: whoever never did goes before them, the oldest first.
        asked = Atomic(NIODeadline.now().uptimeNanoseconds)
    }

    /// Whether it is being answered; one that has not asked to the end may be closed to make room.
    var isBusy: Bool {
        get { busy.load(ordering: .relaxed) }
        set { busy.store(newValue, ordering: .relaxed) }
    }
    /// When it last asked something; before all others where it never did.
    var lastAsked: UInt64 { asked.load(ordering: .relaxed) }

    func ask(isBusy: Bool) {
        self.isBusy = isBusy
        asked.store(NIODeadline.now().uptimeNanoseconds | 1 << 63, ordering: .relaxed)
    }
}
