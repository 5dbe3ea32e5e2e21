import Foundation
import TestServer
import Testing

@Suite("A music server whose certificate the system does not trust", .timeLimit(.minutes(3)))
struct CertificateTests {
    private static let hint = """
        the server’s certificate is not trusted. If you know the certificate, trust it with “fermata config set \
        http.caFile FILE”, or for a music server alone with the option --ca-file of “fermata source set”.
        """

    @Test("Given an untrusted certificate, then only --ca-file lets requests be sent")
    func trustsGivenCertificate() async throws {
        try await served(.ownName) { program, server, options in
            let added = try await program.run(
                "source add subsonic \(server.secureAddress) --name home \(options)")
            #expect(added.code == 0)
            let refused = try await program.run("sync")
            #expect(refused.code == 69 && refused.errors.contains(Self.hint), "\(refused.errors)")
            #expect(try await program.spawn("source list").errors.contains(Self.hint))
            #expect(server.calls.isEmpty)
            let file = try program.write(TestCertificate.ownName.certificate, to: "ca.pem")
            #expect(try await program.run("source set home --ca-file \(file.path) \(options)").code == 0)
            let trusted = try await program.spawn("sync")
            #expect(trusted.code == 0, "\(trusted.errors)")
            #expect(try await program.column("title", "list").count == HomeServer.songs.count)
            #expect(try await program.run("source list").errors.isEmpty)
            let id = try #require(try await program.column("id", "list Speed").first)
            #expect(try await program.changeStar("bookmark \(id)").isEmpty)
            #expect(server.starred == ["1"])
            #expect(try await program.run("download \(id)").code == 0)
        }
    }

    @Test("Given a certificate of another name, then --ca-file does not help")
    func refusesOtherName() async throws {
        try await served(.otherName) { program, server, options in
            let file = try program.write(TestCertificate.otherName.certificate, to: "ca.pem")
            try await program.run(
                "source add subsonic \(server.secureAddress) --name home --ca-file \(file.path) \(options)")
            let refused = try await program.run("sync")
            #expect(refused.code == 69)
            #expect(refused.errors.contains("the server’s certificate is for another name"), "\(refused.errors)")
            #expect(server.calls.isEmpty)
        }
    }

    @Test("Given an untrusted catalogue and its moved address, then only http.caFile lets them be read")
    func trustsCertificateOfCatalogue() async throws {
        try await withCatalogueServer(certificate: .ownName) { server in
            server.answer("/songs.ndjson", .redirect(to: server.url("/moved", scheme: "https", host: "localhost")))
            server.answer("/moved", .json(StoryCatalogue.ndjson))
            let program = try Program()
            try await program.run("source add http \(server.url("/songs.ndjson", scheme: "https")) --name radio")
            let refused = try await program.run("sync")
            #expect(refused.code == 69 && refused.errors.contains("the server’s certificate is not trusted"))
            #expect(server.requests.isEmpty)
            let file = try program.write(TestCertificate.ownName.certificate, to: "ca.pem")
            #expect(try await program.run(["config", "set", "http.caFile", file.path]).code == 0)
            #expect(try await program.run("sync").code == 0)
            #expect(try await program.column("title", "list").isEmpty == false)
        }
    }

    @Test("Given a file without certificates, then http.caFile refuses it and names itself")
    func refusesFileWithoutCertificates() async throws {
        var program = try Program()
        let file = try program.write("no certificate", to: "ca.pem")
        let message = "The setting “http.caFile” must be the absolute path of a file of certificates (PEM)."
        for path in [file.path, file.path + ".missing", "ca.pem", "/dev/null"] {
            let refused = try await program.run(["config", "set", "http.caFile", path])
            #expect(refused.code == 64 && refused.errors.hasPrefix(message), "\(refused.errors)")
        }
        program.environment["FERMATA_HTTP_CA_FILE"] = "ca.pem"
        #expect(try await program.run(["source", "list"]).errors.hasPrefix(message))
    }

    @Test("Given a file of certificates that became unreadable, then requests fail, and lists stay")
    func reportsLostFile() async throws {
        try await StoryCatalogue.withSyncedLibrary { program, server in
            var program = program
            let file = try program.write("no certificate", to: "ca.pem")
            for path in [file.path, file.path + ".missing"] {
                program.environment["FERMATA_HTTP_CA_FILE"] = path
                #expect(try await program.column("title", "list").count == 5)
                try await program.run("source set radio --address \(server.url("/songs.ndjson", scheme: "https"))")
                let sync = try await program.run("sync")
                #expect(sync.code == 69)
                #expect(
                    sync.errors.contains("the file with certificates to trust cannot be read or has none (PEM)"),
                    "\(sync.errors)")
                #expect(sync.errors.contains("fermata config get http.caFile"))
            }
        }
    }

    /// Runs the body with a server over TLS, and with the options that sign in to it.
    private func served(
        _ certificate: TestCertificate, _ body: (Program, FakeMusicServer, _ options: String) async throws -> Void
    ) async throws {
        try await withCatalogueServer(certificate: certificate) { catalogue in
            let server = FakeMusicServer(catalogue)
            server.change { content in
                content.songs = HomeServer.songs
                content.audio["1"] = ServedAudio(Data("tune".utf8), etag: "\"1\"")
            }
            let program = try Program()
            let password = try program.write("secret7\n", to: "password")
            try await body(program, server, "--user ann --password-file \(password.path)")
        }
    }
}
