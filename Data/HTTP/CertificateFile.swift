package import FermataDomain
import NIOSSL

/// A file of certificates (PEM, RFC 7468) that requests trust in addition to those of the system.
package enum CertificateFile {
    /// Throws `SourceError.invalidCertificates` if the file cannot be read or contains no certificate.
    package static func check(_ path: String) throws(SourceError) {
        guard let found = try? NIOSSLCertificate.fromPEMFile(path), !found.isEmpty else {
            throw .invalidCertificates(path: path)
        }
    }
}
