/// Texts about removals that several commands show.
public enum RemovalText {
    public static let cancelled = "Nothing was removed."
}
