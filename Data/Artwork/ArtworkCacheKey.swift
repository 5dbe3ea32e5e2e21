import Crypto
import FermataDomain
import Foundation

/// Identifies a picture and its host in the caches.
struct ArtworkCacheKey {
    /// The picture's file name.
    let name: String
    /// The picture and the sources of its song, because a server may refuse one source and allow another.
    let picture: String
    /// The host, its port and the same sources.
    let host: String

    init(address: String, sources: [String]) {
        name = SHA256.hash(data: Data(address.utf8)).hexadecimal
        picture = ([name] + sources).joined(separator: " ")
        let url = URLComponents(string: address)
        let port = url?.port.map { ":\($0)" } ?? ""
        host = (["\(url?.scheme ?? "")://\(url?.host ?? "")\(port)"] + sources).joined(separator: " ")
    }
}
