/// The error of a check that has found damage. The findings are printed before it.
public struct DamagedLibraryError: ProblemConvertible {
    private let path: String
    private let isDefault: Bool
    /// Whether the library's file is damaged; if not, only downloads are.
    private let isRepairable: Bool

    init(path: String, isDefault: Bool, isRepairable: Bool) {
        (self.path, self.isDefault, self.isRepairable) = (path, isDefault, isRepairable)
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        isRepairable
            ? ProblemModel(
                .invalidFile, audience == .user ? "The library \(path) is damaged." : "The library is damaged.",
                hint: RepairHint(path: isDefault || audience != .user ? nil : path).text)
            : ProblemModel(
                .incomplete, "Some downloads are damaged.", hint: "Download them again with: fermata download ID")
    }
}
