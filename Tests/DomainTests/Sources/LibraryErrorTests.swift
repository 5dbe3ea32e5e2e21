import FermataDomain
import Foundation
import Testing

@Suite("What went wrong, in a few words")
struct LibraryErrorTests {
    @Test("an error of the library or a source reads as a person would say it, not as code")
    func words() {
        #expect("\(LibraryError.damaged(path: "a.db"))" == "the library a.db is damaged")
        #expect("\(LibraryError.cannotKeep(path: "music", reason: "read-only"))" == "music: read-only")
        #expect("\(LibraryError.ambiguousArtist("bowie", candidates: []))" == "several artists are called bowie")
        #expect("\(SourceFailure(.refused, address: "http://a", reason: "404"))" == "http://a: 404")
    }
}
