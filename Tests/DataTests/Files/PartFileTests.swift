import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Partial files")
struct PartFileTests {
    @Test("are not removed if another file has replaced them")
    func keepsReplacement() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text + ".part"
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: 4))
            try await file.write(Data("ab".utf8))
            try FileManager.default.removeItem(atPath: fixture.path(name))
            try fixture.write(Data("mine".utf8), to: name)
            try await file.release()
            #expect(fixture.content(name) == Data("mine".utf8))
        }
    }
}
