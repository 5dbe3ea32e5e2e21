public import FermataDomain
import Foundation

extension SourceFailure: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let object = audience == .user ? address : "the source"
        let sentence = "Cannot read \(object): \(SourceFailureText(cause).text)."
        guard audience == .user else { return ProblemModel(problemKind, sentence) }
        return ProblemModel(problemKind, sentence, hint: "\(advice) Stored music is unchanged.")
    }

    private var problemKind: ProblemModel.Kind {
        switch kind {
        case .unreachable, .refused: .sourceUnavailable
        case .busy: .sourceBusy
        case .badData: .invalidSource
        }
    }

    private var advice: String {
        switch kind {
        case .unreachable: "Check the network and the address, and try again."
        case .refused: "Check the address."
        case .busy(let pause?): "Try again in \(pause.formatted(.units(width: .wide)))."
        case .busy(nil): "Try again later."
        case .badData: "Report this to the catalogue’s owner."
        }
    }
}
