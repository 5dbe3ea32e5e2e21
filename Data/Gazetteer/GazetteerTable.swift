import CGazetteer

/// Cities of at least 15,000 people with their names, and countries with theirs.
///
/// The bytes of each table are part of the program: reading one copies nothing. `gazetteer.h` describes the fields.
package enum GazetteerTable {
    package static var names: UnsafeBufferPointer<UInt8> { buffer(gazetteer_names()) }
    package static var places: UnsafeBufferPointer<UInt8> { buffer(gazetteer_places()) }
    package static var regions: UnsafeBufferPointer<UInt8> { buffer(gazetteer_regions()) }
    package static var provinces: UnsafeBufferPointer<UInt8> { buffer(gazetteer_provinces()) }
    package static var regionNames: UnsafeBufferPointer<UInt8> { buffer(gazetteer_region_names()) }

    private static func buffer(_ table: gazetteer_table) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: table.bytes, count: table.size)
    }
}
