package import Foundation

extension CharacterSet {
    /// The characters that an address contains as they are (RFC 3986, 2.3).
    package static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
