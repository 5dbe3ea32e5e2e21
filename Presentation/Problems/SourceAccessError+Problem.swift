public import FermataDomain

extension SourceAccessError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .localKind(let kind):
            ProblemModel(
                .notAllowed, "A source of kind “\(kind)” is added and moved only at the computer that has it.",
                field: "address")
        case .secretRequired:
            ProblemModel(
                .invalidInput, "A new address of a music server needs its password or API key again.",
                field: "password")
        }
    }
}
