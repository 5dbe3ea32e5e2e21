import ArgumentParser
import Configuration
import FermataDomain
import Foundation

/// The settings of downloads.
struct DownloadSettings: Sendable {
    static let jobsRange = 1...32
    /// The folder of downloads (default: beside the library).
    private(set) var folder: URL
    private let isBesideLibrary: Bool
    /// How many downloads run in parallel.
    let jobs: Int
    /// The rate of all downloads together; nil without a limit.
    var rate: ByteRate?
    /// The maximum length of a file in bytes.
    let maximumBytes: Int

    init(_ reader: SettingsReader, library: String) throws {
        let beside = Self.folder(beside: library)
        let set = try reader.text("downloads.folder", standard: beside.path)
        (folder, isBesideLibrary) = (set.map { URL(filePath: $0) } ?? beside, set == nil)
        jobs = try reader.integer("downloads.jobs", in: Self.jobsRange, default: 4)
        maximumBytes = try reader.integer("downloads.maxBytes", in: 1...Int.max, default: 4 << 30)
        rate = try reader.textOrNumber("downloads.limitRate", ByteRate.expectation).map { text in
            guard let rate = ByteRate(text) else {
                throw SettingsError.badValue(key: "downloads.limitRate", expected: ByteRate.expectation)
            }
            return rate
        }
    }

    /// Uses the folder beside another library, unless a folder is set.
    mutating func setLibrary(_ path: String) {
        if isBesideLibrary { folder = Self.folder(beside: path) }
    }

    private static func folder(beside library: String) -> URL {
        URL(filePath: library).appendingPathExtension("downloads")
    }
}

/// A rate in bytes a second, written as `500k`, `1.5M` or `80000`.
struct ByteRate: Equatable, Sendable {
    static let expectation = "bytes a second, such as 500k or 1.5M (k is 1,000)"
    private static let units: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9]
    let bytes: Int

    /// Returns nil for text that is not a rate, and for less than one byte a second.
    init?(_ text: String) {
        let unit = text.last.flatMap { Self.units[Character($0.lowercased())] }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else {
            return nil
        }
        let bytes = number * (unit ?? 1)
        guard (1...1e15).contains(bytes) else { return nil }
        self.bytes = Int(bytes)
    }
}

extension ByteRate: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
