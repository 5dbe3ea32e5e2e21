/// Every scalar that can control a terminal.
let controls: [Unicode.Scalar] =
    ([0..<0x20, 0x7F..<0xA0, 0x61C..<0x61D, 0x200E..<0x2010, 0x2028..<0x202F, 0x2066..<0x206A] as [Range<UInt32>])
    .flatMap { $0.compactMap(Unicode.Scalar.init) }
