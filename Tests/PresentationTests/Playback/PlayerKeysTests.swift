import FermataDomain
import FermataPresentation
import Testing

@Suite("Keys of a command that plays music")
struct PlayerKeysTests {
    @Test(
        "each key has its command",
        arguments: [
            (" ", .toggle), ("n", .next), ("N", .next), ("p", .previous), ("P", .previous),
            (.left, .seekBy(.seconds(-10))), (.right, .seekBy(.seconds(10))), ("+", .changeVolume(5)),
            ("=", .changeVolume(5)), ("-", .changeVolume(-5)), ("_", .changeVolume(-5)),
        ] as [(TUIKey, PlayerCommand)])
    func hasCommands(key: TUIKey, command: PlayerCommand) {
        #expect(PlayerKeys.intent(for: key) == .command(command))
    }

    @Test("bookmarks, shows the lyrics, quits and shows help; other keys do nothing")
    func hasOtherKeys() {
        for key in ["q", .escape, .control("d")] as [TUIKey] {
            #expect(PlayerKeys.intent(for: key) == .quit)
        }
        #expect(PlayerKeys.intent(for: "b") == .bookmark && PlayerKeys.intent(for: "l") == .lyrics)
        #expect(PlayerKeys.intent(for: "?") == .help && PlayerKeys.intent(for: "h") == .help)
        for key in ["x", "Q", .up, .down, .enter, .control("c"), .control("z"), .tab] as [TUIKey] {
            #expect(PlayerKeys.intent(for: key) == nil)
        }
    }

    @Test("help names the keys")
    func namesKeys() {
        for name in ["Space", "n ", "p ", "←", "→", "+", "−", "q "] { #expect(PlayerKeys.help.contains(name)) }
    }
}

@Suite("A position in a song")
struct PlayerPositionTests {
    @Test(
        "is read as seconds, minutes with seconds, or hours with both",
        arguments: [
            ("0", 0), ("83", 83), ("1:23", 83), ("01:02", 62), ("90:00", 5_400), ("1:02:03", 3_723), ("1:59", 119),
            ("999999", 999_999), ("999:59:59", 3_599_999),
        ])
    func readsTime(text: String, seconds: Int) {
        #expect(PlayerPosition(text)?.command == .seek(to: .seconds(seconds)))
    }

    @Test("may have a fraction of a second", arguments: [("1.5", 1_500), ("1:02.25", 62_250)])
    func readsFraction(text: String, milliseconds: Int) {
        #expect(PlayerPosition(text)?.command == .seek(to: .milliseconds(milliseconds)))
    }

    @Test(
        "is relative to the current one with a sign",
        arguments: [("+10", 10), ("-10", -10), ("−10", -10), ("+1:00", 60), ("-1:01:01", -3_661), ("+0", 0)])
    func readsStep(text: String, seconds: Int) {
        #expect(PlayerPosition(text)?.command == .seekBy(.seconds(seconds)))
    }

    @Test(
        "is not read from other text",
        arguments: [
            "", "x", "+", "-", "--1", "+-1", "1:", ":1", "1:60", "1:60:00", "1:1:1:1", "1.", " 1", "1 ", "٣", "1:+1",
            "1000000", "1000:00:00", "1.2345", "99999999999999999999",
        ])
    func rejectsText(text: String) {
        #expect(PlayerPosition(text) == nil)
    }
}
