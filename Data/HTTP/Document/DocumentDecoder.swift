package import FermataDomain
package import Foundation

/// Decodes the records of one document into batches.
package protocol DocumentDecoder: Sendable {
    associatedtype Batch: SyncBatch

    /// Creates a decoder. Addresses in records are relative to `base`, the document's own address.
    init(base: URL, depthLimit: Int)

    /// Adds a record to a batch, either decoded or rejected.
    func decode(_ bytes: Data, at position: Int, into batch: inout Batch)
}
