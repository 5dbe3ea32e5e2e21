import Configuration
import FermataDomain
import Foundation

/// Where downloads are kept, and how they are fetched.
struct DownloadSettings: Sendable {
    static let jobsRange = 1...32
    /// A folder beside the library, unless the settings name another.
    let folder: URL
    /// How many run side by side.
    let jobs: Int
    /// How many bytes a second they may take together; nil where there is no limit.
    var rate: ByteRate?
    /// How long a file may be.
    let maximumBytes: Int

    init(_ reader: SettingsReader, library: String) throws {
        let beside = URL(filePath: library).appendingPathExtension("downloads")
        folder = try reader.text("downloads.folder").map { URL(filePath: $0) } ?? beside
        jobs = try reader.whole("downloads.jobs", in: Self.jobsRange) ?? 4
        maximumBytes = try reader.whole("downloads.maxBytes", in: 1...Int.max) ?? 4 << 30
        rate = try reader.textOrNumber("downloads.limitRate", ByteRate.expectation).map { text in
            guard let rate = ByteRate(text) else {
                throw SettingsError.badValue(key: "downloads.limitRate", expected: ByteRate.expectation)
            }
            return rate
        }
    }
}
