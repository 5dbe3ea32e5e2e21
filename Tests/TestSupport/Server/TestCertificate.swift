import NIOSSL

/// A certificate that no system trusts, and its private key (PEM); both are for tests only.
package struct TestCertificate: Sendable {
    package let certificate: String
    package let key: String

    /// The certificate of `localhost` and 127.0.0.1.
    package static let ownName = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
            c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
            CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFvCWU9pn75Y8LPx
            rNfOIb382gkLagbYYg1TLZQKoWebSSa8uAXiWS++RstMYC+ZQC8m7FUHcsr4MVCY
            JToB0UGjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
            hwR/AAABMB0GA1UdDgQWBBRf8B1g3L1GNPzRRA6ifzhc5KGO0jAKBggqhkjOPQQD
            AgNIADBFAiASymWFY74xJWuAWSXkskDBHYSBX5wU9JYBHB2gqAVR/gIhAI2KwB/M
            8iZPp8sZMpF09BPolP01sabDoEVY2o/7HCJj
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYRtFNRuPgQRXR+40
            9jqUG+a4nXkzmMWmR87G4jXuMpKhRANCAARbwllPaZ++WPCz8azXziG9/NoJC2oG
            2GINUy2UCqFnm0kmvLgF4lkvvkbLTGAvmUAvJuxVB3LK+DFQmCU6AdFB
            -----END PRIVATE KEY-----
            """)

    /// The certificate of `music.example`, which is not the server's name.
    package static let otherName = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBbjCCAROgAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1tdXNpYy5l
            eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
            VQQDDA1tdXNpYy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEtmSm
            pIWPe/0dMzdo2UxNu73p2NTJK0/uOzo5TueeNya5qpCAkQ73t+EFY4fP2oPq/HZk
            M4bUmBTpLx0Az+ran6NMMEowDwYDVR0TAQH/BAUwAwEB/zAYBgNVHREEETAPgg1t
            dXNpYy5leGFtcGxlMB0GA1UdDgQWBBQ4J10ewFFLxRr4/f7qQJqHtfVrKDAKBggq
            hkjOPQQDAgNJADBGAiEA5fwvp9fTArjcAWZd48N5S4r+nV2TSJbkEl5/ndiUqB8C
            IQCa4kdV5Bc+CtqAD4EKaZdrG22FjyBZ+FqP754hbz8Dvw==
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW4akehlDXT3soDin
            5Ms/QLlSySoAjw4kHRhCdSGu7GahRANCAAS2ZKakhY97/R0zN2jZTE27venY1Mkr
            T+47OjlO5543JrmqkICRDve34QVjh8/ag+r8dmQzhtSYFOkvHQDP6tqf
            -----END PRIVATE KEY-----
            """)

    /// The configuration of a server with this certificate. Throws an error of NIOSSL.
    func configuration() throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map(NIOSSLCertificateSource.certificate)
        let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
        return .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
    }
}
