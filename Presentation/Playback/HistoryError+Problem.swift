public import FermataDomain

extension HistoryError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .impossibleStart:
            ProblemModel(
                .invalidInput, "The time when the song began is more than a day in the future, or before 1970.",
                hint: "Check the clocks of both computers.", field: "started")
        }
    }
}
