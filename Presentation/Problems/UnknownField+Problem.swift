extension UnknownField: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(.usage, "No field is named “\(name)”.", hint: "Choose from: \(known.joined(separator: ", ")).")
    }
}
