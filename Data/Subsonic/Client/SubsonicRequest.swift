import FermataDomain

/// A method of the protocol with its parameters, without credentials.
struct SubsonicRequest: Sendable {
    let method: String
    let parameters: [(name: String, value: String)]

    init(_ method: String, _ parameters: [(String, String)] = []) {
        self.method = method
        self.parameters = parameters.map { (name: $0.0, value: $0.1) }
    }

    /// A song's audio as the server stores it.
    static func audio(_ id: String) -> SubsonicRequest { SubsonicRequest("stream", [("id", id), ("format", "raw")]) }

    /// A picture, scaled for screens.
    static func artwork(_ id: String) -> SubsonicRequest {
        SubsonicRequest("getCoverArt", [("id", id), ("size", "600")])
    }
}

extension Sequence<(name: String, value: String)> {
    /// The parameters as a form or query (`application/x-www-form-urlencoded`).
    var formEncoded: String {
        map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
}
