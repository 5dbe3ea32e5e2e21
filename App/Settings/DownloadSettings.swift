import Configuration
import FermataDomain
import Foundation

/// The settings of downloads.
struct DownloadSettings: Sendable {
    static let jobsRange = 1...32
    /// The folder of downloads (default: beside the library).
    let folder: URL
    /// How many downloads run in parallel.
    let jobs: Int
    /// The rate of all downloads together; nil without a limit.
    var rate: ByteRate?
    /// The maximum length of a file in bytes.
    let maximumBytes: Int

    init(_ reader: SettingsReader, library: String) throws {
        let beside = URL(filePath: library).appendingPathExtension("downloads")
        folder = try reader.text("downloads.folder", standard: beside.path).map { URL(filePath: $0) } ?? beside
        jobs = try reader.integer("downloads.jobs", in: Self.jobsRange, default: 4)
        maximumBytes = try reader.integer("downloads.maxBytes", in: 1...Int.max, default: 4 << 30)
        rate = try reader.textOrNumber("downloads.limitRate", ByteRate.expectation).map { text in
            guard let rate = ByteRate(text) else {
                throw SettingsError.badValue(key: "downloads.limitRate", expected: ByteRate.expectation)
            }
            return rate
        }
    }
}
