import Crypto
package import FermataDomain
package import Foundation

/// Decodes the songs of one catalogue document.
package struct RecordDecoder: DocumentDecoder {
    private let json: RecordJSON
    private let addresses: AddressResolver

    package init(base: URL, depthLimit: Int) {
        addresses = AddressResolver(base: base)
        json = RecordJSON(depthLimit: depthLimit)
    }

    /// Adds a record to a batch. The record's song is decoded when it is first read.
    package func decode(_ bytes: Data, at position: Int, into batch: inout RemoteBatch) {
        let record = RemoteRecord(position: position, fingerprint: Self.fingerprint(of: bytes), size: bytes.count) {
            do throws(RecordError) {
                if let music = fastMusic(from: bytes) { return music }
                return try music(from: bytes)
            } catch {
                throw RejectedRecord(position: position, error)
            }
        }
        batch.records.append(record)
    }

    /// Returns the song of a simple record; nil for any other record, valid or not.
    package func fastMusic(from bytes: Data) -> RemoteMusic? {
        bytes.withUnsafeBytes { bytes in
            var reader = FastRecordReader(bytes)
            return try? reader.record().music(addresses)
        }
    }

    /// Returns the song of any record. Throws `RecordError`.
    package func music(from bytes: Data) throws(RecordError) -> RemoteMusic {
        try json.decode(CatalogueRecord.self, from: bytes).music(addresses)
    }

    /// The first 64 bits of SHA-256.
    private static func fingerprint(of bytes: Data) -> UInt64 {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize().first64Bits
    }
}
