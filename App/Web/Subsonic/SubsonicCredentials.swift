import Crypto
import FermataDomain
import Foundation

/// The rules by which a request shows whose account it uses.
///
/// Source: https://opensubsonic.netlify.app/docs/api-reference/
extension AccountCredentials {
    /// Throws `SubsonicError` for credentials that are missing, incomplete or contradict each other.
    init(_ parameters: SubsonicParameters) throws {
        let name = parameters["u"], password = parameters["p"], token = parameters["t"], salt = parameters["s"]
        if let key = parameters["apiKey"] {
            guard name == nil, password == nil, token == nil, salt == nil else { throw Self.conflict }
            self = .key(key)
            return
        }
        guard let name else { throw SubsonicError.missing("u") }
        if let password {
            guard token == nil, salt == nil else { throw Self.conflict }
            self = .name(name) { Self.isPassword(password, $0) }
            return
        }
        guard let token else { throw SubsonicError.missing(salt == nil ? "p" : "t") }
        guard let salt else { throw SubsonicError.missing("s") }
        self = .name(name) { real in
            let digest = Insecure.MD5.hash(data: Data((real + salt).utf8))
            return ConstantTime.areEqual(digest.hexadecimal, token.lowercased())
        }
    }

    private static let conflict = SubsonicError(
        .conflictingCredentials, "A request must have one kind of credentials: an API key, a password or a token.")

    /// Whether a sent password is the real one, as it is or as hexadecimal digits after `enc:`.
    ///
    /// Apps write the digits of the bytes of UTF-8, or of the code points.
    private static func isPassword(_ sent: String, _ real: String) -> Bool {
        var isEqual = ConstantTime.areEqual(sent, real)
        guard sent.hasPrefix("enc:") else { return isEqual }
        let digits = sent.dropFirst(4).lowercased()
        let ofScalars = real.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
        for form in [real.utf8.hexadecimal, ofScalars] where ConstantTime.areEqual(digits, form) { isEqual = true }
        return isEqual
    }
}

extension Sequence<UInt8> {
    fileprivate var hexadecimal: String {
        map { byte in byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16) }.joined()
    }
}
