import FermataContracts
import FermataDomain
import Testing

/// A kind of source of another package.
private struct TapeKind: SourceKind {
    let form = SourceForm("tape", .localAddress, label: "tape", example: "side-a")

    func music(of source: Source) throws -> any RemoteMusicRepository {
        FakeRemoteMusicRepository(music: SampleMusic.all)
    }
}

@Suite("A kind of source of another package")
struct OtherKindTests {
    private let program: Program

    init() throws {
        var program = try Program()
        program.kinds = [TapeKind()]
        self.program = program
    }

    @Test("Given a kind of another package, then I add and sync its sources")
    func syncsOtherKind() async throws {
        #expect(try await program.run("source add tape side-a").code == 0)
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.run("list --json").output.contains(SampleMusic.all[0].title))
    }

    @Test("Given a kind of another package, then help and suggestions name it")
    func namesOtherKind() async throws {
        #expect(try await program.run(["source", "add", "--help"]).output.contains("tape for"))
        #expect(try await program.run("source add tape").errors.contains("fermata source add tape side-a"))
        #expect(try await program.run("add tape side-a").errors.contains("source add tape side-a"))
        #expect(try await !Program().run(["source", "add", "--help"]).output.contains("tape"))
    }
}
