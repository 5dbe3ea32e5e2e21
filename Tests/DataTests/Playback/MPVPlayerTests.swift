import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Playing with mpv", .timeLimit(.minutes(2)))
struct MPVPlayerTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let all = MusicFolder.playable

    @Test("plays every format to its end, the next item without a command", arguments: all)
    func playsFormats(format: String) async throws {
        let folder = MusicFolder()
        try folder.add("song.\(format)", as: "a.\(format)")
        let player = try await Self.player()
        let item = AudioLocation.file(folder.path + "/a.\(format)")
        try await player.load(PlayerItem(id: 1, audio: item), at: .zero, isPaused: false)
        try await player.setNext(PlayerItem(id: 2, audio: item))
        var events = player.events.makeAsyncIterator()
        let first = await events.collect(until: .finished(item: 1))
        let second = await events.collect(until: .finished(item: 2))
        #expect(first.first == .started(item: 1) && second.contains(.started(item: 2)))
        // On a busy machine, a song of two seconds may end before mpv reports its changes.
        let all = first + second
        #expect(all.contains { if case .duration(let duration) = $0 { duration > .seconds(1) } else { false } })
        #expect(all.contains { if case .position = $0 { true } else { false } })
        await player.close()
        #expect(await events.next() == nil)
    }

    @Test("reports at most four positions a second")
    func limitsPositions() async throws {
        let folder = MusicFolder()
        try folder.write(SilentAudio.wav(seconds: 30), to: "a.wav")
        let player = try await Self.player()
        let item = AudioLocation.file(folder.path + "/a.wav")
        try await player.load(PlayerItem(id: 1, audio: item), at: .zero, isPaused: false)
        var events = player.events.makeAsyncIterator()
        var quarters: [Int] = []
        while quarters.count < 8, let position = await events.position() {
            quarters.append(Int(position / .milliseconds(250)))
        }
        #expect(quarters.count == 8 && zip(quarters, quarters.dropFirst()).allSatisfy { $0 < $1 })
        try await player.load(PlayerItem(id: 2, audio: item), at: .zero, isPaused: true)
        await events.collect(until: .position(.zero))
        // A seek within the same quarter of a second is reported.
        try await player.seek(to: .milliseconds(100))
        await events.collect(until: .position(.milliseconds(100)))
        await player.close()
    }

    @Test("starts at a position, seeks and pauses")
    func startsAtPosition() async throws {
        let folder = MusicFolder()
        try folder.write(SilentAudio.wav(seconds: 30), to: "a.wav")
        let player = try await Self.player()
        let item = AudioLocation.file(folder.path + "/a.wav")
        let start = Duration.milliseconds(20_500)
        try await player.load(PlayerItem(id: 1, audio: item), at: start, isPaused: true)
        var events = player.events.makeAsyncIterator()
        await events.collect(until: .position(start))
        try await player.seek(to: .milliseconds(29_500))
        await events.collect(until: .position(.milliseconds(29_500)))
        try await player.setVolume(30)
        // The start position must not apply to the next item.
        try await player.setNext(PlayerItem(id: 2, audio: item))
        try await player.setPaused(false)
        await events.collect(until: .started(item: 2))
        // On a busy machine, mpv may report the first position only after zero.
        let position = await events.position()
        #expect(try #require(position) < start)
        try await player.stop()
        await player.close()
    }

    @Test("reports playlists and broken files as failed, and opens no address in them")
    func rejectsPlaylistsAndBrokenFiles() async throws {
        let folder = MusicFolder()
        try folder.add("song.mp3", as: "a.mp3")
        let lists = [
            "list.m3u": "#EXTM3U\nfile://\(folder.path)/a.mp3\n", "list.mp3": "#EXTM3U\n\(folder.path)/a.mp3\n",
            "stream.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n\(folder.path)/a.mp3\n#EXT-X-ENDLIST\n",
            "list.cue": "FILE \"a.mp3\" MP3\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n", "noise.flac": "fLaC???",
        ]
        let player = try await Self.player()
        var events = player.events.makeAsyncIterator()
        for (number, (name, content)) in lists.sorted(by: { $0.key < $1.key }).enumerated() {
            try folder.write(Data(content.utf8), to: name)
            let audio = AudioLocation.file(folder.path + "/" + name)
            try await player.load(PlayerItem(id: number, audio: audio), at: .zero, isPaused: false)
            let all = await events.collect(until: .failed(item: number))
            #expect(all == [.started(item: number), .failed(item: number)], "\(name)")
        }
        await player.close()
    }

    @Test("plays silently without a sound device if requested, and reports it otherwise", arguments: [true, false])
    func fallsBackToSilence(fallsBack: Bool) async throws {
        let folder = MusicFolder()
        try folder.add("song.flac", as: "a.flac")
        // ALSA finds no device without its configuration.
        let environment = Self.environment.merging(["ALSA_CONFIG_PATH": "/dev/null"]) { $1 }
        let player = try await MPVPlayer(
            output: "alsa", fallsBackToSilence: fallsBack, environment: environment, clock: ContinuousClock())
        let item = PlayerItem(id: 1, audio: .file(folder.path + "/a.flac"))
        try await player.load(item, at: .zero, isPaused: false)
        var events = player.events.makeAsyncIterator()
        await events.collect(until: fallsBack ? .finished(item: 1) : .outputFailed)
        await player.close()
    }

    @Test("sends each command to mpv, and ends a command without a reply when mpv ends")
    func sendsCommands() async throws {
        let folder = MusicFolder()
        // Replies to each line but `stop`, which ends it.
        let script = #"""
            #!/bin/sh
            while read -r line; do
                printf '%s\n' "$line" >> "$0.log"
                case $line in *'["stop"]'*) exit ;; esac
                id=${line##*'"request_id":'}
                printf '{"request_id":%s,"error":"success"}\n' "${id%%[,\}]*}" >&0
            done
            """#
        try writeExecutable(script, to: folder.path + "/mpv")
        let player = try await Self.player(program: folder.path + "/mpv")
        let item = PlayerItem(id: 1, audio: .address("https"))
        try await player.load(item, at: .milliseconds(1_500), isPaused: true)
        try await player.load(item, at: .zero, isPaused: false)
        try await player.setNext(item)
        try await player.setNext(nil)
        try await player.setPaused(true)
        try await player.seek(to: .milliseconds(500))
        try await player.setVolume(30)
        await #expect(throws: PlayerError.ended) { try await player.stop() }
        let log = try String(contentsOfFile: folder.path + "/mpv.log", encoding: .utf8).split(separator: "\n")
        let commands = [
            #"["set_property","pause",true]"#, #""options":"start=1.5""#, #"["set_property","pause",false]"#,
            #""options":"""#, #"["playlist-clear"]"#, #""flags":"append-play""#, #"["playlist-clear"]"#,
            #"["set_property","pause",true]"#, #"["seek",0.5,"absolute+exact"]"#, #"["set_property","volume",30]"#,
            #"["stop"]"#,
        ]
        // The first commands observe mpv's properties.
        #expect(log.count == 4 + commands.count)
        for (line, command) in zip(log.dropFirst(4), commands) { #expect(line.contains(command)) }
    }

    @Test("ends its events when mpv is killed, and rejects later commands")
    func noticesKilledProcess() async throws {
        let folder = MusicFolder()
        try writeExecutable("#!/bin/sh\necho $$ > \"$0.pid\"\nexec mpv \"$@\"\n", to: folder.path + "/mpv")
        let player = try await Self.player(program: folder.path + "/mpv")
        let text = try String(contentsOfFile: folder.path + "/mpv.pid", encoding: .utf8)
        let id = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(id, SIGKILL)
        for await _ in player.events {}
        await #expect(throws: PlayerError.ended) { try await player.setPaused(true) }
    }

    @Test(
        "reports mpv's own message and version if it ends before it played anything", arguments: ["", "exec sleep 1"])
    func reportsEndAtStart(last: String) async throws {
        let folder = MusicFolder()
        let script = """
            #!/bin/sh
            case "$*" in
                *--version*) echo 'mpv 9.1 Copyright 2026'; exit;;
                *--no-terminal*) \(last.isEmpty ? "exit 1" : "read -r line; exit 1");;
                *) echo 'ALSA lib conf.c: no card' >&2; echo 'Error parsing option x'; echo 'Setting x failed.' >&2; exit 1;;
            esac
            """
        try writeExecutable(script, to: folder.path + "/mpv")
        let error = PlayerError.endedAtStart(version: "mpv 9.1", message: "Error parsing option x Setting x failed.")
        await #expect(throws: error) {
            let player = try await Self.player(program: folder.path + "/mpv")
            for await _ in player.events {}
            try await player.setPaused(true)
        }
    }

    @Test("reports the options that the installed mpv does not have")
    func reportsUnknownOption() async throws {
        let folder = MusicFolder()
        try writeExecutable("#!/bin/sh\nexec mpv \"$@\" --no-such-option=1\n", to: folder.path + "/mpv")
        let error = await #expect(throws: PlayerError.self) {
            let player = try await Self.player(program: folder.path + "/mpv")
            for await _ in player.events {}
            try await player.setPaused(true)
        }
        guard case .endedAtStart(let version, let message)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.contains("no-such-option"))
        // The script adds the option after `--version`, too, which mpv reads first.
        #expect(version?.hasPrefix("mpv ") != false)
    }

    @Test("kills a player that does not respond")
    func killsHangingProcess() async throws {
        let folder = MusicFolder()
        try writeExecutable("#!/bin/sh\necho $$ > \"$0.pid\"\nexec sleep 1000\n", to: folder.path + "/mpv")
        let clock = SteppedClock()
        let starting = Task { try await Self.player(program: folder.path + "/mpv", clock: clock) }
        let idFile = folder.path + "/mpv.pid"
        try await waitUntil { (try? String(contentsOfFile: idFile, encoding: .utf8))?.hasSuffix("\n") == true }
        await clock.step()
        await #expect(throws: PlayerError.notResponding) { try await starting.value }
        let text = try String(contentsOfFile: idFile, encoding: .utf8)
        let id = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        try await waitUntil { kill(id, 0) != 0 }
    }

    @Test("names the missing program", arguments: ["no-such-player", "/no/such/player"])
    func reportsMissingProgram(program: String) async {
        await #expect(throws: PlayerError.notInstalled(program: program)) {
            try await Self.player(program: program)
        }
    }

    private static func player(
        program: String = "mpv", clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> MPVPlayer {
        try await MPVPlayer(program: program, output: "null", environment: environment, clock: clock)
    }
}

extension AsyncStream<PlayerEvent>.Iterator {
    /// Returns the events up to `last`, which must occur.
    @discardableResult
    fileprivate mutating func collect(
        until last: PlayerEvent, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [PlayerEvent] {
        var events: [PlayerEvent] = []
        while let event = await next() {
            events.append(event)
            if event == last { return events }
        }
        Issue.record("The events ended: \(events)", sourceLocation: sourceLocation)
        return events
    }

    /// The next position.
    fileprivate mutating func position() async -> Duration? {
        while let event = await next() {
            if case .position(let position) = event { return position }
        }
        return nil
    }
}
