import FermataDomain
public import Foundation

/// How fast downloads come on, each since it was first seen under way.
public struct DownloadSpeed: Sendable {
    /// Seconds before which a pace says nothing.
    private static let leastTime = 0.5
    private var beginnings: [MusicID: (time: Date, received: Int64)] = [:]

    public init() {}

    /// What a row says of itself while it is under way; nil once it is not.
    public mutating func line(of row: DownloadCellModel, at now: Date) -> String? {
        guard row.isUnderWay else {
            beginnings[row.id] = nil
            return nil
        }
        let beginning = beginnings[row.id] ?? (now, row.received)
        beginnings[row.id] = beginning
        let seconds = now.timeIntervalSince(beginning.time)
        let pace = seconds > Self.leastTime ? Double(row.received - beginning.received) / seconds : nil
        return row.progressLine(bytesPerSecond: pace)
    }
}
