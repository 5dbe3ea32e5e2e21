import Crypto
import FermataDomain
import Foundation

/// What the text of a browser's session says, before it is encrypted.
struct AccountSession: Codable {
    let name: String
    let end: Date
    /// Of the encrypted password, which differs each time that a password is set.
    private let passwordDigest: Data

    init(name: AccountName, end: Date, password: [UInt8]) {
        (self.name, self.end, passwordDigest) = (name.text, end, Self.digest(of: password))
    }

    /// Whether an encrypted password is still that of the session.
    func isOf(_ password: [UInt8]) -> Bool { passwordDigest == Self.digest(of: password) }

    private static func digest(of password: [UInt8]) -> Data { Data(SHA256.hash(data: password)) }
}
