import FermataDomain

extension MusicID {
    /// Parses all 16 digits of an id.
    init(digits: String) throws(RecordError) {
        guard let prefix = MusicIDPrefix(digits), prefix.range.lowerBound == prefix.range.upperBound else {
            throw .invalidValue(field: "music", text: digits, expected: .musicID)
        }
        self = prefix.range.lowerBound
    }
}

extension Location {
    /// Creates a location. A place without a name is named after its coordinate.
    init(name: String?, address: String?, at coordinate: Coordinate, isTownOnly: Bool) {
        self.init(
            name: name ?? "\(coordinate.latitudeText), \(coordinate.longitudeText)", address: address,
            coordinate: coordinate, isTownOnly: isTownOnly)
    }
}
