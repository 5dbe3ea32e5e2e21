import FermataDomain
public import Foundation

/// Measures the speed of each download since its first progress report.
public struct DownloadSpeed: Sendable {
    /// The number of seconds before which a speed is too inexact to show.
    private static let minimumTime = 0.5
    private var starts: [MusicID: (time: Date, received: Int64)] = [:]

    public init() {}

    /// The progress line of a running download; nil once it has ended.
    public mutating func line(of row: DownloadCellModel, at now: Date) -> String? {
        guard row.isUnderWay else {
            starts[row.id] = nil
            return nil
        }
        let start = starts[row.id] ?? (now, row.received)
        starts[row.id] = start
        let seconds = now.timeIntervalSince(start.time)
        let speed = seconds > Self.minimumTime ? Double(row.received - start.received) / seconds : nil
        return row.progressLine(bytesPerSecond: speed)
    }
}
