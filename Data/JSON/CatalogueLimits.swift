/// The sizes beyond which a catalogue document or a record of it is rejected.
package struct CatalogueLimits: Equatable, Sendable {
    /// Bytes of a complete document, decompressed.
    package var documentBytes: Int
    /// Bytes of one record.
    package var recordBytes: Int
    /// Levels of nesting within one record, the record itself included.
    package var depth: Int
    /// How many times its compressed size a document may decompress to.
    package var unpackingRatio: Int

    package init(
        documentBytes: Int = 4 << 30, recordBytes: Int = 1 << 20, depth: Int = 64, unpackingRatio: Int = 200
    ) {
        self.documentBytes = documentBytes
        self.recordBytes = recordBytes
        self.depth = depth
        self.unpackingRatio = unpackingRatio
    }
}
