public import FermataDomain
import Foundation

extension SourceFailure: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        problem(for: audience, ofSource: nil)
    }

    /// `source` is the name of the source, if it is known. `unchanged` is a sentence about the unchanged content, for
    /// the user.
    func problem(
        for audience: ProblemModel.Audience, ofSource source: String?, unchanged: String = "Stored music is unchanged."
    ) -> ProblemModel {
        let object = audience == .user ? address : "the source"
        let page = audience == .user ? "The address \(address)" : "The address of the source"
        let sentence =
            cause == .content(.webPage)
            ? "\(page) is a web page (HTML) and neither a catalogue nor a music server."
            : "Cannot read \(object): \(SourceFailureText(cause, hidesForeignText: audience == .webClient).text)."
        guard audience == .user else { return ProblemModel(problemKind, sentence) }
        return ProblemModel(problemKind, sentence, hint: "\(advice(ofSource: source)) \(unchanged)")
    }

    private var problemKind: ProblemModel.Kind {
        switch kind {
        case .unreachable, .refused: .sourceUnavailable
        case .busy: .sourceBusy
        case .badData: .invalidSource
        }
    }

    private var hasUnreadableFiles: Bool {
        if case .content(.noValidRecords(let first)) = cause { first.cause.isOfFile } else { false }
    }

    private var isOfSignIn: Bool { if case .signIn = cause { true } else { false } }
    private var isOfServer: Bool { if case .server = cause { true } else { false } }
    private var isOfOtherServer: Bool { if case .redirect(.otherServer) = cause { true } else { false } }

    private func advice(ofSource source: String?) -> String {
        let setCommand = "fermata source set \(source?.shellWord ?? "NAME")"
        return switch kind {
        case .badData where cause == .content(.webPage):
            "Check that it is the address of the document or server itself, not of a page about it or of a login."
        case .unreachable where cause == .folder(.missing) || cause == .folder(.empty):
            "Check that its disk is mounted and the path is right."
        case .unreachable where cause == .folder(.changed): "Try again."
        case .refused where cause == .tls(.untrustedCertificate) || cause == .tls(.unverifiableCertificate):
            "If you know the certificate, trust it with “fermata config set http.caFile FILE”, or for a music server "
                + "alone with the option --ca-file of “fermata source set”."
        case .refused where cause == .tls(.invalidCertificates):
            "Check the file that “fermata config get http.caFile” names, or for a music server enter its own with "
                + "“\(setCommand) --ca-file FILE”."
        case .refused where cause == .signIn(.needsEncryption):
            "Use an https address or, in a network that you trust, "
                + "“\(setCommand) --password --unencrypted-password”."
        case .refused where cause == .signIn(.notAllowed): "Ask the owner of the server."
        case .refused where cause == .signIn(.unsupported): "Use an API key of the server instead."
        case .refused where isOfSignIn: "Enter it with “\(setCommand) --password”."
        case .refused where isOfServer: "Try again later, or ask the owner of the server."
        case .refused where isOfOtherServer:
            "If that is right, use its address: “\(setCommand) --address ADDRESS”."
        case .unreachable: "Check the network and the address, and try again."
        case .refused: "Check the address."
        case .badData where hasUnreadableFiles: "Check the files."
        case .busy(let pause?): "Try again in \(pause.formatted(.units(width: .wide)))."
        case .busy(nil): "Try again later."
        case .badData: "Report this to the owner of the source."
        }
    }
}
