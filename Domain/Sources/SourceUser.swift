import Foundation

extension Source {
    /// The kind of a server with the OpenSubsonic protocol.
    public static let subsonicKind = "subsonic"

    /// The name of the user in the address, with which Fermata signs in; nil without one.
    public var user: String? { URLComponents(string: address)?.user.flatMap { $0.isEmpty ? nil : $0 } }

    /// Sets the user in the address, replacing an earlier one; nil removes it.
    ///
    /// An address that is not a URL stays as it is.
    mutating func setUser(_ user: String?) {
        guard var parts = URLComponents(string: address), parts.host != nil else { return }
        // A colon would begin a password.
        parts.percentEncodedUser = user?.percentEncoded
        address = parts.string ?? address
    }
}
