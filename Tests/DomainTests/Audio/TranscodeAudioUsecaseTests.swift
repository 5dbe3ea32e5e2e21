import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Converting audio as an app asks for")
struct TranscodeAudioUsecaseTests {
    private static let id = MusicID(7)

    /// What an app asks for, the audio, and the expected conversion.
    struct Case: Sendable, CustomTestStringConvertible {
        let wishes: AudioWishes
        let audio: AudioProperties
        let expected: Transcoding?
        var testDescription: String { "\(wishes) of \(audio)" }
    }

    /// Audio of a format that lasts 100 seconds at a bit rate in kbit/s; nil for an unknown length.
    private static func audio(_ format: AudioFormat?, _ bitRate: Int?) -> AudioProperties {
        AudioProperties(length: bitRate.map { Int64($0) * 1_000 / 8 * 100 }, version: "1", format: format)
    }

    private static let cases = [
        Case(wishes: AudioWishes(format: .mp3), audio: audio(.mpeg, 320), expected: nil),
        Case(wishes: AudioWishes(format: .opus), audio: audio(.ogg, 500), expected: nil),
        Case(
            wishes: AudioWishes(format: .mp3), audio: audio(.flac, 900), expected: Transcoding(to: .mp3, bitRate: 192)),
        Case(
            wishes: AudioWishes(format: .opus), audio: audio(nil, 900), expected: Transcoding(to: .opus, bitRate: 128)),
        Case(
            wishes: AudioWishes(format: .flac), audio: audio(.wav, 1_411),
            expected: Transcoding(to: .flac, bitRate: nil)),
        Case(
            wishes: AudioWishes(format: .flac, maximumBitRate: 256), audio: audio(.wav, 1_411),
            expected: Transcoding(to: .mp3, bitRate: 256)),
        Case(wishes: AudioWishes(maximumBitRate: 320), audio: audio(.mpeg, 350), expected: nil),
        Case(
            wishes: AudioWishes(maximumBitRate: 128), audio: audio(.mpeg, 320),
            expected: Transcoding(to: .mp3, bitRate: 128)),
        Case(
            wishes: AudioWishes(maximumBitRate: 9_999), audio: audio(.flac, 20_000),
            expected: Transcoding(to: .mp3, bitRate: 320)),
        Case(
            wishes: AudioWishes(format: .aac, maximumBitRate: 1), audio: audio(.aac, 64),
            expected: Transcoding(to: .aac, bitRate: 32)),
        Case(wishes: AudioWishes(maximumBitRate: 128), audio: audio(.mpeg, nil), expected: nil),
        Case(
            wishes: AudioWishes(maximumBitRate: 128), audio: audio(.flac, nil),
            expected: Transcoding(to: .mp3, bitRate: 128)),
        Case(
            wishes: AudioWishes(format: .opus, maximumBitRate: 64, offset: .seconds(30)), audio: audio(.mpeg, 320),
            expected: Transcoding(to: .opus, bitRate: 64, from: .seconds(30))),
        Case(wishes: AudioWishes(offset: .seconds(30)), audio: audio(.mpeg, 320), expected: nil),
    ]

    @Test("converts audio only if it does not meet the wishes", arguments: cases)
    func convertsIfNeeded(_ case: Case) async throws {
        let transcoder = TranscoderSpy()
        let result = try await usecase(transcoder, `case`.audio).execute(Self.id, for: `case`.wishes)
        #expect(await transcoder.requests == [`case`.expected].compactMap(\.self))
        #expect(result.isConverted == (`case`.expected != nil))
    }

    @Test("returns audio as it is if it cannot be converted")
    func fallsBack() async throws {
        for transcoder in [TranscoderSpy(isAvailable: false), TranscoderSpy(error: TranscodingError.failed)] {
            let usecase = usecase(transcoder, Self.audio(.flac, 900))
            #expect(try await !usecase.execute(Self.id, for: AudioWishes(format: .mp3)).isConverted)
        }
    }

    /// What a player can play, the audio, and whether it plays it, and how it is converted otherwise.
    struct Decision: Sendable, CustomTestStringConvertible {
        let player: PlayerCapabilities
        let audio: AudioProperties
        let isPlayable: Bool
        let transcoding: Transcoding?
        var testDescription: String { "\(player) and \(audio)" }
    }

    private static let decisions = [
        Decision(player: PlayerCapabilities(), audio: audio(.flac, 900), isPlayable: false, transcoding: nil),
        Decision(
            player: PlayerCapabilities(playable: [.init()], formats: [.opus]), audio: audio(.flac, 900),
            isPlayable: true,
            transcoding: Transcoding(to: .opus, bitRate: 128)),
        Decision(
            player: PlayerCapabilities(playable: [.init(containers: ["MP3"], codecs: ["mp3"])], formats: [.mp3]),
            audio: audio(.mpeg, 320), isPlayable: true, transcoding: Transcoding(to: .mp3, bitRate: 192)),
        Decision(
            player: PlayerCapabilities(playable: [.init(containers: ["mp4"], codecs: ["alac"])]),
            audio: audio(.mp4, 900),
            isPlayable: true, transcoding: nil),
        Decision(
            player: PlayerCapabilities(playable: [.init(containers: ["ogg"], codecs: ["mp3"])]),
            audio: audio(.ogg, 100),
            isPlayable: false, transcoding: nil),
        Decision(
            player: PlayerCapabilities(
                playable: [.init()], maximumBitRate: 256, formats: [.flac, .aac], maximumConvertedBitRate: 128),
            audio: audio(.flac, 900), isPlayable: false, transcoding: Transcoding(to: .aac, bitRate: 128)),
        Decision(
            player: PlayerCapabilities(playable: [.init(containers: ["mp3"])], formats: [.flac]),
            audio: audio(nil, nil),
            isPlayable: true, transcoding: Transcoding(to: .flac, bitRate: nil)),
    ]

    @Test("decides by what a player can play", arguments: decisions)
    func decides(_ decision: Decision) async throws {
        let usecase = usecase(TranscoderSpy(), decision.audio)
        let found = try await usecase.decide(Self.id, for: decision.player)
        #expect(found.isPlayable == decision.isPlayable && found.transcoding == decision.transcoding)
        #expect(found.audio == decision.audio && found.bitRate == decision.audio.length.map { Int($0 * 8 / 100_000) })
        let unavailable = self.usecase(TranscoderSpy(isAvailable: false), decision.audio)
        #expect(try await unavailable.decide(Self.id, for: decision.player).transcoding == nil)
        await #expect(throws: TranscodingError.failed) {
            try await unavailable.execute(Self.id, as: Transcoding(to: .mp3, bitRate: 64))
        }
    }

    @Test("converts no song that the listener may not have")
    func hidesSongs() async throws {
        let transcoder = TranscoderSpy()
        let usecase = usecase(transcoder, Self.audio(.flac, 900), listener: Listener(age: 12))
        await #expect(throws: MusicError.notFound(Self.id.description)) {
            try await usecase.execute(Self.id, for: AudioWishes(format: .mp3))
        }
        #expect(await transcoder.requests.isEmpty)
    }

    private func usecase(
        _ transcoder: TranscoderSpy, _ audio: AudioProperties, listener: Listener = .anyone
    ) -> TranscodeAudioUsecase {
        let song = Music(
            id: Self.id, title: "Song", duration: .seconds(100), audioURL: "https://example.org/1", explicit: .explicit)
        let music = MusicRepositoryStub([song])
        let files = StoredAudioRepositoryStub { _ in StoredAudio(audio, path: nil, file: .nullDevice) }
        let getAudio = GetAudioUsecase(
            music: music, stored: [files], remote: AudioRepositoryStub(), listener: listener)
        return TranscodeAudioUsecase(getAudio: getAudio, music: music, transcoder: transcoder, listener: listener)
    }

    /// Records what it is asked to convert.
    private actor TranscoderSpy: AudioTranscoder {
        let isAvailable: Bool
        private let error: TranscodingError?
        private(set) var requests: [Transcoding] = []

        init(isAvailable: Bool = true, error: TranscodingError? = nil) {
            (self.isAvailable, self.error) = (isAvailable, error)
        }

        func audio(of song: MusicID, version: String?, as transcoding: Transcoding) throws -> TranscodedAudio {
            if let error { throw error }
            #expect(song == TranscodeAudioUsecaseTests.id && version == "1")
            requests.append(transcoding)
            return .stream(TaskSequence<Data> { _ in }, transcoding.format.audioFormat)
        }
    }
}

extension TranscodedAudio {
    fileprivate var isConverted: Bool { if case .stream = self { true } else { false } }
}
