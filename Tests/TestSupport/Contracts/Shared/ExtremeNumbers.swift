/// Numbers at the limits of types, beyond them, and texts that are no numbers.
public enum ExtremeNumbers {
    /// As they appear in text.
    public static let texts = [
        "9223372036854775807", "-9223372036854775808", "-1", "0", "9007199254740992", "9223372036854775808", "1e308",
        "-1e308", "NaN", String(repeating: "9", count: 30), "",
    ]
    /// As JSON: each text as a string, and as a number if it is one.
    public static let json = numbers + texts.map { "\"\($0)\"" } + ["null", "true"]
    /// As values of SQL, with a text that is no number and a blob that is no text.
    public static let sql = ["9223372036854775807", "-9223372036854775808", "9e999", "'abc'", "x'FFFE'"]

    private static let numbers = texts.filter { Double($0)?.isFinite == true }
}
