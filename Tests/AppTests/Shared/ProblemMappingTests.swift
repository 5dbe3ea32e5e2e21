import FermataContracts
import FermataPresentation
import Foundation
import HTTPTypes
import Testing
import FermataApp

@Suite("How a problem ends a command or a request")
struct ProblemMappingTests {
    private static let expected: [ProblemModel.Kind: (code: Int32, status: Int)] = [
        .notFound: (66, 404), .ambiguous: (64, 409), .noAudio: (66, 409),
        .invalidInput: (64, 422), .notAllowed: (77, 403),
        .usage: (64, 400), .conflict: (64, 409), .unreadableFile: (66, 500), .invalidFile: (65, 500),
        .cannotCreate: (73, 500), .cannotWrite: (74, 500), .storageFull: (74, 507), .sourceUnavailable: (69, 502),
        .sourceBusy: (75, 502), .invalidSource: (65, 502), .cannotListen: (69, 500), .playerUnavailable: (69, 500),
        .incomplete: (69, 500),
        .busy: (75, 503), .damaged: (75, 503), .overloaded: (75, 503), .stopping: (75, 503), .tooLarge: (64, 413),
        .unexpected: (70, 500),
    ]

    @Test("each kind of problem has an exit code and an HTTP status", arguments: ProblemModel.Kind.allCases)
    func mapsEachKind(kind: ProblemModel.Kind) throws {
        let (code, status) = try #require(Self.expected[kind])
        #expect(
            ErrorReport(ProblemModel(kind, "")).exitCode == code
                && Problem(ProblemModel(kind, "")).status.code == status)
        #expect((kind.retrySeconds != nil) == (status == 503))
    }

    @Test("exit code and HTTP status ignore a problem's texts")
    func ignoresTexts() {
        for error in ErrorSamples.all {
            let problem = ProblemModel(error)
            var silent = problem
            (silent.sentence, silent.hint, silent.candidates, silent.field) = ("", nil, [], nil)
            let code = ErrorReport(error, root: ServeCommand.self).exitCode
            #expect(code == ErrorReport(silent).exitCode, "\(problem.sentence)")
            #expect(Problem(error).status.code == Problem(silent).status.code, "\(problem.sentence)")
        }
    }
}
