package import FermataDomain
import Foundation
import NIOCore

/// Provides the songs of a catalogue in a file: JSON or NDJSON, or a table (CSV, TSV) whose first row has the same
/// keys.
///
/// The content decides the format. Addresses may be paths of files below the folder of the file. Memory is bounded by a
/// batch of records, whatever the size of the file.
package struct FileMusicRepository: RemoteMusicRepository {
    private static let chunkSize = 256 << 10
    private let path: String
    private let limits: CatalogueLimits

    /// Throws `SourceError.invalidAddress` for a path that is not absolute.
    package init(path: String, limits: CatalogueLimits = CatalogueLimits()) throws(SourceError) {
        (self.path, self.limits) = (try FolderRoot.absolute(path), limits)
    }

    /// Throws `SourceFailure` unless the path leads to a file that can be read.
    package func check() throws(SourceFailure) { _ = try open() }

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            let file = try await BlockingIO.run { try open() }
            // A file that is replaced by one with the same content is read again, and has the same fingerprints.
            let status = file.status
            if revision == Self.revision(of: status) { return .unchanged }
            try await SourceFailure.reportingContent(at: path) { try await read(file, send) }
            // Records of two versions of the file are no complete catalogue.
            guard let now = try? FileStatus(of: BytePath(path), followsLinks: true), now == status else {
                throw SourceFailure(.file(.changed), address: path)
            }
            return .complete(revision: Self.revision(of: status))
        }
    }

    private func read(_ file: AudioFile, _ send: RemoteFetch<RemoteBatch>.Send) async throws {
        var reader: (any CatalogueReader)?
        var text: UTF8Decoder?
        var offset: Int64 = 0
        while offset < file.length {
            let position = offset
            let bytes = try await BlockingIO.runCancellable { file.read(Self.chunkSize, at: position) }
            if let failure = file.failure { throw SourceFailure(.file(.unreadable(failure)), address: path) }
            guard !bytes.isEmpty else { throw SourceFailure(.file(.changed), address: path) }
            offset += Int64(bytes.count)
            text = text ?? UTF8Decoder(detecting: bytes)
            guard let chunk = text?.decode(bytes, isLast: offset == file.length), !chunk.isEmpty else { continue }
            if reader == nil { reader = makeReader(for: chunk) }
            do {
                for batch in try reader?.read(chunk) ?? [] { try await send(batch) }
            } catch let failure as ContentFailure {
                // Records before the failure stay valid.
                for batch in reader?.completeBatches() ?? [] { try await send(batch) }
                throw failure
            }
        }
        guard reader != nil else { throw ContentFailure.empty }
        do {
            for batch in try reader?.finish() ?? [] { try await send(batch) }
        } catch {
            for batch in reader?.completeBatches() ?? [] { try await send(batch) }
            throw error
        }
    }

    /// Returns the reader for a document by its first bytes: only JSON begins with a bracket.
    private func makeReader(for chunk: [UInt8]) -> any CatalogueReader {
        let decoder = RecordDecoder(base: URL(filePath: path), depthLimit: limits.depth)
        switch chunk.first(where: { !ASCII.isSpace($0) }) {
        case ASCII.openBrace?, ASCII.openBracket?: return DocumentReader(limits: limits, decoder: decoder)
        default: return TableReader(limits: limits, delimiter: TableReader.delimiter(of: chunk), decoder: decoder)
        }
    }

    private func open() throws(SourceFailure) -> AudioFile {
        do throws(StorageFailure) {
            return try AudioFile(OpenFile(BytePath(path), AudioFile.openFlags))
        } catch {
            let failure: DocumentFileFailure =
                switch error {
                case .missing, .notAFolder: .missing
                case .isFolder, .unsupported: .notAFile
                default: .unreadable(error)
                }
            throw SourceFailure(.file(failure), address: path)
        }
    }

    /// Identifies a version of a file: every write changes the time of its metadata.
    private static func revision(of status: FileStatus) -> String {
        let id = [status.id.device, status.id.file].map { Int64(bitPattern: $0) }
        return String(StableHash([], id + [status.size, status.modified, status.changed]).value, radix: 16)
    }
}

/// Divides a catalogue document in UTF-8 into batches of records.
private protocol CatalogueReader {
    mutating func read(_ chunk: [UInt8]) throws(ContentFailure) -> [RemoteBatch]
    mutating func finish() throws(ContentFailure) -> [RemoteBatch]
    mutating func completeBatches() -> [RemoteBatch]
}

extension DocumentReader<RecordDecoder>: CatalogueReader {
    fileprivate mutating func read(_ chunk: [UInt8]) throws(ContentFailure) -> [RemoteBatch] {
        try read(ByteBuffer(bytes: chunk))
    }
}

extension TableReader: CatalogueReader {}
