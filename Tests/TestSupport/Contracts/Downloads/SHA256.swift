import Crypto
public import Foundation

/// SHA-256, to compare the digests of repositories with.
public enum SHA256 {
    public static func digest(of data: Data) -> Data { Data(Crypto.SHA256.hash(data: data)) }

    /// Returns the digest as 64 hexadecimal digits.
    public static func hexadecimal(of data: Data) -> String {
        digest(of: data).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
