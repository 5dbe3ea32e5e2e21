internal import Crypto
internal import FermataDomain
internal import Foundation

/// What tells one picture, and the host that has it, from others.
struct ArtworkCacheKey {
    /// The picture's name in a folder.
    let name: String
    /// The picture as the sources of its music may ask for it: what one may not, another may.
    let picture: String
    /// Host and port, for the same sources.
    let host: String

    init(address: String, sources: [String]) {
        name = SHA256.hash(data: Data(address.utf8)).hexadecimal
        picture = ([name] + sources).joined(separator: " ")
        let place = URLComponents(string: address)
        let port = place?.port.map { ":\($0)" } ?? ""
        host = (["\(place?.scheme ?? "")://\(place?.host ?? "")\(port)"] + sources).joined(separator: " ")
    }
}
