package import FermataDomain
import Foundation
import NIOSSL

/// A file of certificates (PEM, RFC 7468) that requests trust in addition to those of the system.
package enum CertificateFile {
    /// Throws `SourceError.invalidCertificates` if the file cannot be read or contains no certificate.
    package static func check(_ path: String) throws(SourceError) {
        var status = stat()
        // Reading a pipe could last forever.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let found = try? NIOSSLCertificate.fromPEMFile(path), !found.isEmpty
        else {
            throw .invalidCertificates(path: path)
        }
    }

    /// The certificates of a file. If it is invalid, each connection fails with `NIOSSLError.failedToLoadCertificate`.
    static func trustRoots(_ path: String) -> NIOSSLAdditionalTrustRoots {
        do {
            try check(path)
            return .certificates(try NIOSSLCertificate.fromPEMFile(path))
        } catch {
            return .file("")
        }
    }
}
