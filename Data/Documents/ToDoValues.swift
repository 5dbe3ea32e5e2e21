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
    /// Names a place without a name by its coordinate.
    init(name: String?, at coordinate: Coordinate) {
        self.init(name: name ?? "\(coordinate.latitudeText), \(coordinate.longitudeText)", coordinate: coordinate)
    }
}
