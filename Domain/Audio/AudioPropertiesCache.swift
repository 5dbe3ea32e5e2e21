/// The properties of audio that sources sent recently.
///
/// A source sends a part of its audio only to a client that names the version. Evicts everything when full.
actor AudioPropertiesCache {
    private static let limit = 500
    private var properties: [MusicID: AudioProperties] = [:]

    subscript(id: MusicID) -> AudioProperties? { properties[id] }

    func store(_ new: AudioProperties, for id: MusicID) {
        if properties.count >= Self.limit { properties = [:] }
        properties[id] = new
    }
}
