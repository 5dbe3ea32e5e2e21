import FermataDomain
import Testing

@Suite("Changing the entries of a playlist")
struct PlaylistEntriesTests {
    /// Digits are shown songs, letters are entries that are not shown.
    private func entries(_ text: String) -> PlaylistEntries {
        PlaylistEntries(text.map { PlaylistEntries.Entry(Self.id($0), isShown: $0.isNumber) })
    }

    private static func id(_ character: Character) -> MusicID { MusicID(UInt64(character.asciiValue ?? 0)) }

    private static func ids(_ text: String) -> [MusicID] { text.map(id) }

    private func text(_ entries: PlaylistEntries) -> String {
        String(decoding: entries.all.map { UInt8($0.song.value) }, as: UTF8.self)
    }

    private func result(_ start: String, _ change: PlaylistChange) throws -> String {
        var entries = entries(start)
        try entries.apply(change)
        return text(entries)
    }

    @Test(
        "adds and inserts songs, never between an entry and those that follow it",
        arguments: [
            ("", PlaylistChange.add(ids("12")), "12"), ("123", .add(ids("45")), "12345"), ("1a", .add(ids("2")), "1a2"),
            ("123", .insert(ids("45"), at: 1), "45123"), ("123", .insert(ids("4"), at: 3), "1243"),
            ("123", .insert(ids("4"), at: 4), "1234"), ("a1b2c", .insert(ids("3"), at: 1), "a31b2c"),
            ("a1b2c", .insert(ids("3"), at: 2), "a1b32c"), ("a1b2c", .insert(ids("3"), at: 3), "a1b2c3"),
            ("ab", .insert(ids("1"), at: 1), "ab1"),
        ])
    func adds(start: String, change: PlaylistChange, expected: String) throws {
        #expect(try result(start, change) == expected)
    }

    @Test(
        "replaces some songs, or all, and keeps the entries that are not shown",
        arguments: [
            ("123", PlaylistChange.replace([2], by: ids("45")), "1345"), ("123", .replace(nil, by: ids("3")), "3"),
            ("a1b2c", .replace(nil, by: ids("3")), "abc3"), ("a1b2c", .replace([1, 1], by: []), "ab2c"),
            ("12", .replace([], by: ids("1")), "121"), ("", .replace(nil, by: []), ""),
        ])
    func replaces(start: String, change: PlaylistChange, expected: String) throws {
        #expect(try result(start, change) == expected)
    }

    @Test("replaces nothing if a position has no song")
    func replacesAllOrNone() {
        #expect(throws: PlaylistError.noPosition(3, count: 2)) {
            try result("12", .replace([1, 3], by: Self.ids("4")))
        }
    }

    @Test(
        "moves songs with the entries that follow them, in the order of the positions",
        arguments: [
            ("12345", [2], 4, "13425"), ("12345", [4], 2, "14235"), ("12345", [5], 1, "51234"),
            ("12345", [1], 5, "23451"), ("12345", [5, 1], 2, "25134"), ("12345", [4, 5], 5, "12345"),
            ("12345", [2, 2], 1, "21345"), ("123", [2], 2, "123"), ("a1b2c3d", [2], 1, "a2c1b3d"),
            ("a1b2c3d", [1], 3, "a2c3d1b"), ("a1b2c3d", [3, 1], 1, "a3d1b2c"),
        ])
    func moves(start: String, positions: [Int], target: Int, expected: String) throws {
        #expect(try result(start, .move(positions, to: target)) == expected)
    }

    @Test(
        "removes shown songs only, and the entries that followed them stay in place",
        arguments: [
            ("123", [2], "13"), ("123", [3, 1], "2"), ("a1b2c3d", [1], "ab2c3d"), ("a1b2c3d", [2], "a1bc3d"),
            ("a1b2c3d", [1, 2, 3], "abcd"), ("111", [2, 2], "11"),
        ])
    func removes(start: String, positions: [Int], expected: String) throws {
        #expect(try result(start, .remove(positions)) == expected)
    }

    @Test("returns the songs that were added, moved or removed, each once")
    func returnsChangedSongs() throws {
        var entries = entries("1a23")
        #expect(try entries.apply(.add(Self.ids("44"))) == Self.ids("44"))
        #expect(try entries.apply(.move([3, 1, 3], to: 1)) == Self.ids("31"))
        #expect(try entries.apply(.remove([2])) == Self.ids("1"))
        #expect(text(entries) == "3a244" && entries.shown == Self.ids("3244"))
    }

    @Test(
        "changes nothing and throws for a position without a shown song",
        arguments: [
            (PlaylistChange.remove([1, 3]), 3), (.remove([0]), 0), (.move([3], to: 1), 3), (.move([1], to: 3), 3),
            (.insert(ids("9"), at: 4), 4), (.insert(ids("9"), at: 0), 0), (.remove([.max]), .max),
        ])
    func throwsForPosition(change: PlaylistChange, position: Int) {
        var entries = entries("a1b2c")
        #expect(throws: PlaylistError.noPosition(position, count: 2)) { try entries.apply(change) }
        #expect(text(entries) == "a1b2c")
    }

    @Test("moves and removes only the songs that the person sees at the positions")
    func refusesOtherSongs() throws {
        var entries = entries("a1b23")
        for (change, songs, position) in [
            (PlaylistChange.move([1, 3], to: 1), Self.ids("12"), 3), (.remove([2]), Self.ids("1"), 2),
            (.remove([1, 2]), Self.ids("1"), 2), (.remove([4]), Self.ids("3"), 4),
            (.remove([.min]), Self.ids("3"), .min),
        ] {
            #expect(throws: PlaylistError.otherSong(position: position)) {
                try entries.apply(change, expecting: songs)
            }
        }
        #expect(text(entries) == "a1b23")
        try entries.apply(.move([3, 1], to: 1), expecting: Self.ids("31"))
        #expect(text(entries) == "a31b2")
        try entries.apply(.remove([3]), expecting: Self.ids("2"))
        #expect(text(entries) == "a31b")
    }
}
