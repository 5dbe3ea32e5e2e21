import FermataDomain
import Testing

/// Checks folding through sort keys of one-word names and through search words.
///
/// The expectations come from Python's `unicodedata` (Unicode 14.0), by the steps of the specification.
@Suite("Folded text")
struct FoldedTextTests {
    @Test(
        "drops case and marks of letters",
        arguments: [
            ("Ünïcödé", "unicode"), ("e\u{301}", "e"), ("Ångström", "angstrom"), ("\u{212B}ngstro\u{308}m", "angstrom"),
            ("a\u{308}\u{308}", "a"), ("İstanbul", "istanbul"), ("ısı", "ısı"), ("ŁÓDŹ", "łodz"), ("Øre", "øre"),
            ("Þór", "þor"), ("ЁЛКА", "елка"), ("Жанна", "жанна"), ("ᾼ", "α"),
        ])
    func dropsCaseAndMarks(name: String, folded: String) {
        expect(name, folds: folded)
    }

    @Test(
        "folds case in full, not letter by letter",
        arguments: [
            ("Straße", "strasse"), ("STRASSE", "strasse"), ("ẞ", "ss"), ("Σίσυφος", "σισυφοσ"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
            ("ſ", "s"), ("ǅ", "dz"), ("Ꭰ", "Ꭰ"),
        ])
    func foldsFullCase(name: String, folded: String) {
        expect(name, folds: folded)
    }

    @Test(
        "folds compatibility forms to equal text",
        arguments: [
            ("ﬁne", "fine"), ("Ⅷ", "viii"), ("Ⓐ", "a"), ("𝔘𝔫𝔦", "uni"), ("Ａｂｃ", "abc"), ("\u{2126}", "ω"),
            ("ﷺ", "صلى الله عليه وسلم"),
        ])
    func foldsCompatibilityForms(name: String, folded: String) {
        expect(name, folds: folded)
    }

    @Test(
        "drops the marks of other scripts and keeps their letters",
        arguments: [
            ("\u{1112}\u{1161}\u{11AB}글", "한글"), ("한글", "한글"), ("カ\u{3099}", "カ"), ("ガ", "カ"), ("ｶﾞ", "カ"),
            ("שָׁלוֹם", "שלום"), ("العَرَبِيَّة", "العربية"), ("हिन्दी", "हनद"), ("กำ", "กา"), ("日本", "日本"), ("が", "か"),
        ])
    func dropsMarksOfScripts(name: String, folded: String) {
        expect(name, folds: folded)
    }

    @Test("fast paths fold exactly as Unicode normalisation does")
    func fastPathsEqualNormalization() {
        // A letter outside the tables at the end makes the complete name use normalisation.
        let thorough = "Ａ"
        let scalars = [0x20..<0x250, 0x2010..<0x2028, 0x3000..<0x3100, 0x4E00..<0x4E20, 0xAC00..<0xAC40]
            .flatMap { ($0 as Range<UInt32>).compactMap(Unicode.Scalar.init) }
        for scalar in scalars {
            let name = "x\(Character(scalar))x"
            #expect(SortKey(name).text + "a" == SortKey(name + thorough).text, "U+\(String(scalar.value, radix: 16))")
        }
    }

    private func expect(_ name: String, folds folded: String) {
        #expect(SortKey(name).text.unicodeScalars.elementsEqual(folded.unicodeScalars))
        #expect(
            SearchQuery(name).words.map { $0.forms[0] }.joined(separator: " ").unicodeScalars.elementsEqual(
                folded.unicodeScalars))
    }
}
