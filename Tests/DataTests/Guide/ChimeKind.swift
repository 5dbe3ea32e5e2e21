package import FermataDomain
import Foundation

/// Lists of chimes: files in which each line has a duration in seconds, a title and the path of an audio file, with
/// tabs between them.
package struct ChimeKind: SourceKind {
    package static let form = SourceForm(
        "chime", [.localAudio, .localAddress], label: "list of chimes", example: "~/chimes.txt")
    package var form: SourceForm { Self.form }

    package init() {}

    package func music(of source: Source) throws -> any RemoteMusicRepository {
        guard source.address.hasPrefix("/") else { throw SourceError.invalidAddress(.notAnAbsolutePath) }
        return ChimeMusicRepository(file: URL(filePath: source.address))
    }

    /// The audio files are opened here or in folders below, and nowhere else.
    package func folder(of source: Source) -> String? { URL(filePath: source.address).deletingLastPathComponent().path }
}

/// Provides the chimes of a list.
struct ChimeMusicRepository: RemoteMusicRepository {
    private static let (batchSize, lineLimit) = (1_000, 4_096)
    let file: URL

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            guard let handle = try? FileHandle(forReadingFrom: file) else {
                throw SourceFailure(.file(.missing), address: file.path)
            }
            defer { try? handle.close() }
            var (batch, line, position) = (RemoteBatch(), [UInt8](), 0)
            while let bytes = try handle.read(upToCount: 1 << 16), !bytes.isEmpty {
                for byte in bytes {
                    guard byte == UInt8(ascii: "\n") else {
                        // One byte more than the limit shows that a line is too long.
                        if line.count <= Self.lineLimit { line.append(byte) }
                        continue
                    }
                    position += 1
                    add(line, at: position, to: &batch)
                    line = []
                }
                // Returns when the library has received the batch, so memory stays bounded.
                if batch.count >= Self.batchSize {
                    try await send(batch)
                    batch = RemoteBatch()
                }
            }
            try await send(batch)
            // A list that breaks off in a line is still being written. After a failure the library removes no song.
            guard line.isEmpty else {
                throw SourceFailure(.content(.incompleteTable(rows: position)), address: file.path)
            }
            return .complete(revision: nil)
        }
    }

    private func add(_ line: [UInt8], at position: Int, to batch: inout RemoteBatch) {
        guard line.count <= Self.lineLimit else {
            return batch.rejected.append(RejectedRecord(position: position, .tooLong(limit: Self.lineLimit)))
        }
        // Differs whenever the line differs. The record is read only if the library does not know its fingerprint.
        let fingerprint = line.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        batch.records.append(
            RemoteRecord(position: position, fingerprint: fingerprint, size: line.count) {
                try chime(String(decoding: line, as: UTF8.self), at: position)
            })
    }

    /// Throws `RejectedRecord` for a line that cannot be used, with the reason that the sync reports.
    private func chime(_ line: String, at position: Int) throws -> RemoteMusic {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3 else {
            throw RejectedRecord(position: position, .wrongFieldCount(fields.count, expected: 3))
        }
        guard let seconds = Int32(fields[0]), seconds >= 0 else {
            throw RejectedRecord(position: position, .wrongType(field: "duration", expected: .seconds))
        }
        let audio = fields[2].isEmpty ? nil : URL(filePath: String(fields[2]), relativeTo: file).absoluteString
        return RemoteMusic(
            key: String(fields[1]), title: String(fields[1]), duration: .seconds(seconds), audioURL: audio)
    }
}
