/// How much of a catalogue document is read before it counts as bad.
package struct CatalogueLimits: Equatable, Sendable {
    /// Bytes of a whole document, unpacked.
    package var documentBytes: Int
    /// Bytes of one record.
    package var recordBytes: Int
    /// Levels of nesting within one record, the record itself included.
    package var depth: Int
    /// How many times its packed size a document may unpack to.
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
