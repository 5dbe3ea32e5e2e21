/// A check has found damage. Its findings are printed before.
public struct DamagedLibraryFound: ProblemConvertible {
    private let path: String
    /// Whether the library's file is damaged; if not, only downloads are.
    private let isRepairable: Bool

    init(path: String, isRepairable: Bool) {
        (self.path, self.isRepairable) = (path, isRepairable)
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        isRepairable
            ? ProblemModel(
                .invalidFile, audience == .user ? "The library \(path) is damaged." : "The library is damaged.",
                hint: "Repair it with: fermata library repair")
            : ProblemModel(
                .incomplete, "Some downloads are damaged.", hint: "Download them again with: fermata download ID")
    }
}
