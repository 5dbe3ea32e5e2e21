import FermataDomain
import Testing

@Suite("Search text")
struct SearchTextTests {
    private let text = SearchText(title: "Don’t Stop Me Now", artist: "Queen & Béla", album: "챔버 오케스트라")

    @Test(
        "finds a word anywhere in title, artist or album, ignoring case and marks",
        arguments: [
            "don't", "DON’T", "dont", "DONT", "stop", "top m", "queen", "bela", "BÉLA", "버 오", "오케", "&", "w", "me",
            "queen bela", "ㅊㅂ", "ㅋㅅㅌㄹ", "\u{110B}",
        ])
    func findsWordAnywhere(word: String) throws {
        #expect(text.contains(try #require(SearchWord(word))))
    }

    @Test(
        "does not find other words, or words across two fields",
        arguments: ["stopp", "mequeen", "now queen", "x", "ㅊㅇ", "ㅂㅇ", "don t", "!"])
    func ignoresOtherWords(word: String) throws {
        #expect(!text.contains(try #require(SearchWord(word))))
    }

    @Test(
        "matches punctuation as a space or as nothing",
        arguments: [
            ("AC/DC", ["acdc", "ac dc", "ac/dc", "AC-DC", "dc"]), ("ACDC", ["ac/dc", "a.c.d.c."]), ("AC DC", ["ac/dc"]),
            ("P!nk", ["p!nk", "pnk", "p nk"]), ("Re: Stacks", ["re stacks", "re: stacks", "re:stacks"]),
            ("S.O.S.", ["sos", "s.o.s", "s o s"]), ("ab!", ["ab", "ab!", "!"]), ("O'Neill", ["oneill", "o’neill"]),
        ])
    func matchesPunctuation(name: String, words: [String]) throws {
        let text = SearchText([name])
        for word in words { #expect(text.contains(try #require(SearchWord(word))), "\(word)") }
    }

    @Test(
        "finds text without a letter or digit as it is",
        arguments: [("!!!", "!!"), ("?", "?"), ("♥ me", "♥"), ("+", "+")])
    func findsSymbols(name: String, word: String) throws {
        let word = try #require(SearchWord(word))
        #expect(SearchText([name]).contains(word) && !SearchText(["name"]).contains(word))
    }

    @Test("a word with punctuation finds it as a space, and without it", arguments: ["ab-cd", "가나-다라", "12-34"])
    func findsWithoutPunctuation(text: String) throws {
        let parts = text.split(separator: "-")
        let joined = [parts.joined(separator: " "), parts.joined()].map { SearchWord($0)?.forms.first }
        #expect(try #require(SearchWord(text)).forms == joined)
    }

    @Test(
        "finds half-width kana and compatibility jamo by their usual forms",
        arguments: [("ガラスのPALM", "ｶﾞﾗｽ"), ("ｶﾞﾗｽ", "ガラス"), ("사랑", "ㅅㄹ"), ("ＡＢＣ", "abc"), ("ㅋㅋ", "ㅋㅋ")])
    func findsCompatibilityForms(name: String, word: String) throws {
        #expect(SearchText([name]).contains(try #require(SearchWord(word))))
    }

    @Test(
        "finds a complete name by its forms, and no part of it",
        arguments: [
            ("Art Rock", ["art rock", "ART  ROCK"], ["art", "rock", "t r"]), ("R&B", ["r&b", "rb", "r b"], ["r"]),
            ("!!!", ["!!!"], ["!!"]), ("사랑", ["사랑"], ["사"]), ("rock rockabilly", ["Rock Rockabilly"], ["rock"]),
        ])
    func findsNames(name: String, words: [String], parts: [String]) throws {
        let text = SearchText(["Rock", name, "Pop"])
        for word in words + parts {
            let word = try #require(SearchWord(word, isName: true))
            #expect(text.contains(word, inNames: 1..<2) == words.contains(word.text), "\(word.text)")
        }
    }

    @Test("has one line per form of a field, whatever line breaks a field contains")
    func hasLinePerForm() {
        #expect(SearchText(title: "a\nb", artist: "c\u{2028}d\r", album: "").text == "\na b\nc d")
        #expect(SearchText(["It's a/b"]).text == "\nit's a/b\nits a b\nits ab")
        #expect(SearchText(["사랑 Love 해"]).text == "\n사랑 love 해\n\u{1109}\u{1105} \u{1112}")
        #expect(SearchText(["", " ", "x"]).text == "\nx")
    }

    @Test(
        "has the same lines beside a mark",
        arguments: ["사랑 A7  夜 하", " 가", "가夜나 ", "Love 夜", "\u{4E00}\u{9FFF}\u{AC00}\u{D7A3}", "힣 힣", "夜"])
    func hasSameLinesBesideMark(name: String) {
        let lines = SearchText([name + "!"]).text.split(separator: "\n").dropFirst()
        #expect(SearchText([name]).text == lines.map { "\n\($0)" }.joined())
    }

    @Test("reads incomplete UTF-8 as replacement characters", arguments: [[0x61, 0xEC, 0x82], [0x41, 0xEC]])
    func readsIncompleteText(bytes: [UInt8]) {
        var text = SearchText([])
        bytes.withUnsafeBufferPointer { text.append(utf8: $0) }
        #expect(text.text == "\na\u{FFFD}\na")
    }

    @Test(
        "finds the beginning of a word",
        arguments: [("stop", true), ("top", false), ("don", true), ("dont st", true), ("bel", true), ("스트", false)])
    func findsBeginningOfWord(word: String, isBeginning: Bool) throws {
        #expect(text.containsBeginning(of: try #require(SearchWord(word))) == isBeginning)
    }

    @Test("finds a word that ends the text")
    func findsLastWord() throws {
        let word = try #require(SearchWord("ab"))
        #expect(SearchText(["aab"]).contains(word))
        #expect(SearchText(["ab"]).containsBeginning(of: word))
    }

    @Test("contains only the names that are added after all were removed")
    func removesNames() {
        var text = SearchText(["Béla"])
        text.removeAll()
        var name = "Queen"
        name.withUTF8 { text.append(utf8: $0) }
        #expect(text == SearchText(["Queen"]))
    }

    @Test("uses the title, artist and album of music")
    func usesTitleArtistAlbum() {
        let music = Music(id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", genre: "Rock")
        #expect(SearchText(of: music) == SearchText(title: "Changes", artist: "David Bowie", album: "Hunky Dory"))
    }
}
