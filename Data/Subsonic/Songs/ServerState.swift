import FermataDomain

/// The state of a server's music, as the server reports it.
struct ServerState: Equatable, Sendable {
    /// Whether the server is reading its music now.
    let isScanning: Bool
    /// The number of songs by the server's own count; nil if the server reports none or no songs.
    let count: Int?
    /// Changes whenever the music changes; nil if the server reports no such value.
    ///
    /// It is the time of the last scan, or else that of the last change with the number of songs. The time of the last
    /// change alone is unreliable: LMS always reports the same one, and supysonic's watcher does not update it.
    let revision: String?
    /// The time of the last scan, or else of the last change.
    private let modified: String?

    /// Requests the state. Some users may not request scans, and some servers do not report the last one's time.
    init(_ reader: SubsonicReader) async throws {
        let status: ScanStatus? = try await Self.optional {
            try await reader.call(SubsonicRequest("getScanStatus"))
        }
        isScanning = status?.isScanning ?? false
        count = status?.count.flatMap { $0 > 0 ? $0 : nil }
        let lastScan = status?.lastScan
        if let lastScan {
            modified = lastScan
        } else {
            let indexes: Indexes? = try await Self.optional { try await reader.call(SubsonicRequest("getIndexes")) }
            modified = indexes?.lastModified
        }
        let isReliable = lastScan != nil || count != nil
        revision = isReliable ? modified.map { [count] in "\($0) \(count.map(String.init) ?? "-")" } : nil
    }

    /// Returns nil if the server refuses or does not know the request.
    private static func optional<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch is SubsonicError {
            return nil
        } catch let failure as SourceFailure where failure.cause == .signIn(.notAllowed) {
            return nil
        } catch let failure as SourceFailure where failure.showsUnknownMethod {
            return nil
        }
    }

    private struct ScanStatus: SubsonicContent {
        let isScanning: Bool
        let count: Int?
        let lastScan: String?

        private enum Key: String, CodingKey {
            case scanStatus, scanning, count, lastScan
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self).nestedContainer(
                keyedBy: Key.self, forKey: .scanStatus)
            isScanning = (try? values.decode(Bool.self, forKey: .scanning)) ?? false
            count = values.count(.count)
            lastScan = try values.text(.lastScan)
        }
    }

    private struct Indexes: SubsonicContent {
        let lastModified: String?

        private enum Key: String, CodingKey {
            case indexes, lastModified
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .indexes)
            lastModified = values.number(.lastModified).flatMap { $0 > 0 ? String($0) : nil }
        }
    }
}
