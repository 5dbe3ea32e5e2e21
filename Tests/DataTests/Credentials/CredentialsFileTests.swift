import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("The file with the passwords of sources")
struct CredentialsFileTests {
    private static let source = Source(
        name: "home", kind: "subsonic", address: "https://ann@music.example.org", added: .distantPast)
    private let folder: TemporaryFolder
    private var path: String { folder.path("fermata/credentials.json") }
    private var repository: FileSourceCredentialsRepository { repository(of: "library.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test("only its owner can read it")
    func isPrivate() async throws {
        try await repository.set(SourceCredentials(.password("secret7")), for: Self.source)
        #expect(try posixMode(of: path) == 0o600)
        #expect(try posixMode(of: folder.path("fermata")) == 0o700)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try await repository.set(SourceCredentials(.password("other")), for: Self.source)
        #expect(try posixMode(of: path) == 0o600)
    }

    @Test("does not exist before credentials are stored")
    func isCreatedLate() async throws {
        #expect(try await repository.credentials(for: Self.source) == nil)
        try await repository.set(nil, for: Self.source)
        #expect(!FileManager.default.fileExists(atPath: folder.path("fermata")))
    }

    @Test("a file that is not JSON is reported and stays as it is", arguments: ["", "{", #"[{"password": "x"}]"#])
    func keepsDamagedFile(content: String) async throws {
        try FileManager.default.createDirectory(atPath: folder.path("fermata"), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(filePath: path))
        let credentials = SourceCredentials(.password("secret7"))
        await #expect(throws: SourceError.self) { try await repository.credentials(for: Self.source) }
        await #expect(throws: SourceError.self) { try await repository.set(credentials, for: Self.source) }
        #expect(FileManager.default.contents(atPath: path) == Data(content.utf8))
    }

    @Test("concurrent changes lose nothing")
    func keepsConcurrentChanges() async throws {
        let sources = (0..<20).map { number in
            Source(
                name: "\(number)", kind: "subsonic", address: "https://u\(number)@example.org",
                added: .distantPast)
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for source in sources {
                let repository = repository
                tasks.addTask { try await repository.set(SourceCredentials(.password(source.name)), for: source) }
            }
            try await tasks.waitForAll()
        }
        for source in sources {
            #expect(try await repository.credentials(for: source) == SourceCredentials(.password(source.name)))
        }
    }

    @Test("refuses a file without certificates, and stores nothing")
    func checksCertificates() async throws {
        let file = folder.path("ca.pem")
        try Data("no certificate".utf8).write(to: URL(filePath: file))
        for path in [file, folder.path("missing.pem")] {
            let credentials = SourceCredentials(.password("secret7"), certificates: path)
            await #expect(throws: SourceError.invalidCertificates(path: path)) {
                try await repository.set(credentials, for: Self.source)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("accepts a file with a certificate")
    func acceptsCertificates() async throws {
        let file = folder.path("ca.pem")
        try Data(TestCertificate.ownName.certificate.utf8).write(to: URL(filePath: file))
        let credentials = SourceCredentials(.password("secret7"), certificates: file)
        try await repository.set(credentials, for: Self.source)
        #expect(try await repository.credentials(for: Self.source) == credentials)
    }

    @Test("the credentials stay until the last library removes the source")
    func sharesCredentials() async throws {
        let password = SourceCredentials(.password("secret7"))
        for name in ["library.sqlite", "other.sqlite"] {
            try Data().write(to: URL(filePath: folder.path(name)))
            try await repository(of: name).set(password, for: Self.source)
        }
        try await repository(of: "other.sqlite").set(nil, for: Self.source)
        #expect(try await repository.credentials(for: Self.source) == password)
        try await repository(of: "other.sqlite").set(nil, for: Self.source)
        #expect(try await repository.credentials(for: Self.source) == password)
        try await repository.set(nil, for: Self.source)
        #expect(try await repository.credentials(for: Self.source) == nil)
        #expect(try !String(contentsOf: URL(filePath: path), encoding: .utf8).contains("secret7"))
    }

    @Test("a library whose file is deleted does not keep credentials")
    func forgetsDeletedLibrary() async throws {
        try await repository(of: "deleted.sqlite").set(SourceCredentials(.password("secret7")), for: Self.source)
        try await repository.set(SourceCredentials(.password("secret8")), for: Self.source)
        try await repository.set(nil, for: Self.source)
        #expect(try await repository.credentials(for: Self.source) == nil)
    }

    @Test("credentials of an earlier version, which named no library, are removed at once", arguments: [false, true])
    func removesEarlierCredentials(isStoredAgain: Bool) async throws {
        try FileManager.default.createDirectory(atPath: folder.path("fermata"), withIntermediateDirectories: true)
        let earlier = #"[{"address": "https://ann@music.example.org", "password": "secret7"}]"#
        try Data(earlier.utf8).write(to: URL(filePath: path))
        #expect(try await repository.credentials(for: Self.source) == SourceCredentials(.password("secret7")))
        if isStoredAgain {
            try await repository.set(SourceCredentials(.password("secret8")), for: Self.source)
            #expect(try await repository.credentials(for: Self.source) == SourceCredentials(.password("secret8")))
        }
        try await repository.set(nil, for: Self.source)
        #expect(try await repository.credentials(for: Self.source) == nil)
    }

    private func repository(of library: String) -> FileSourceCredentialsRepository {
        FileSourceCredentialsRepository(path: path, library: folder.path(library))
    }
}
