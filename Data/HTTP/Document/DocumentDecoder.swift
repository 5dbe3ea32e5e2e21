package import FermataDomain
package import Foundation

/// Makes batches out of the records of one document.
package protocol DocumentDecoder: Sendable {
    associatedtype Batch: SyncBatch

    /// Addresses within records are relative to `base`, the document's own.
    init(base: URL, depthLimit: Int)

    /// Adds a record to a batch, as one that is good or as one that is rejected.
    func decode(_ bytes: Data, at position: Int, into batch: inout Batch)
}
