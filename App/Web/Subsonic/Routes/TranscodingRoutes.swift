import FermataDomain
import Foundation
import Hummingbird

/// Converted audio by the capabilities of an app, and reports of what it plays.
extension SubsonicRoute {
    static let transcoding: [SubsonicRoute] = [
        SubsonicRoute("getTranscodeDecision") { call in
            let song = try songOfMedia(call)
            let player = try await PlayerDescription(call).capabilities
            let decision = try await call.services.transcodeAudio.decide(song, for: player)
            return .value("transcodeDecision", DecisionValue(decision: decision))
        },
        SubsonicRoute("getTranscodeStream") { call in
            let song = try songOfMedia(call)
            let offset = try call.parameters.integer("offset", in: 0...Int(Int32.max), or: 0)
            let text = try call.parameters.required("transcodeParams")
            guard let transcoding = Transcoding(parameters: text, from: .seconds(offset)) else {
                throw SubsonicError.invalid("transcodeParams", "must be those of a decision")
            }
            let audio = try await call.services.transcodeAudio.execute(song, as: transcoding)
            return .response(try await response(with: audio, call))
        },
        SubsonicRoute("reportPlayback", isChange: true) { call in
            let song = try await call.services.song(songOfMedia(call))
            let position = try call.parameters.integer("positionMs", in: 0...Int(Int64.max / 2_000_000))
            guard let position else { throw SubsonicError.missing("positionMs") }
            guard let state = PlaybackReports.State(rawValue: try call.parameters.required("state")) else {
                throw SubsonicError.invalid("state", "must be starting, playing, paused or stopped")
            }
            let now = call.server.now()
            if state == .starting || state == .playing {
                call.server.nowPlaying.set(song.id, for: call.account, in: call.client, at: now)
            }
            let isPlayed = call.server.reports.add(
                state, of: song, at: .milliseconds(position), by: [call.account.name, call.client])
            if isPlayed, try call.parameters.flag("ignoreScrobble") != true {
                let started = now.addingTimeInterval(-Double(position) / 1_000)
                try await call.services.recordPlay.execute(song.id, started: started)
            }
            return .done
        },
    ]

    /// The id of a song, which is the only type of media.
    private static func songOfMedia(_ call: SubsonicCall) throws -> MusicID {
        guard try call.parameters.required("mediaType") == "song" else {
            throw SubsonicError.invalid("mediaType", "must be song")
        }
        return try call.parameters.song("mediaId")
    }
}

/// The body of a request for a decision. Bit rates are in bit/s.
private struct PlayerDescription: Decodable {
    private struct DirectPlay: Decodable {
        let containers: [String]?
        let audioCodecs: [String]?
        let protocols: [String]?
    }

    private struct Target: Decodable {
        let container: String?
        let audioCodec: String?
        let `protocol`: String?
    }

    private static let limit = 256 << 10
    private let maxAudioBitrate: Int?
    private let maxTranscodingAudioBitrate: Int?
    private let directPlayProfiles: [DirectPlay]?
    private let transcodingProfiles: [Target]?

    /// Throws `SubsonicError` for a body that is not such a description.
    init(_ call: SubsonicCall) async throws {
        // A body is read only once.
        guard !call.parameters.hasForm else { throw Self.error }
        let body = try await call.request.body.collect(upTo: Self.limit)
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(body.readableBytesView))
        } catch {
            throw Self.error
        }
    }

    private static let error = SubsonicError(
        .missingParameter, "The body must be a JSON object with the capabilities of the app.")

    var capabilities: PlayerCapabilities {
        let isHTTP = { (name: String?) in name.map { $0.isEmpty || $0.lowercased() == "http" } ?? true }
        return PlayerCapabilities(
            playable: (directPlayProfiles ?? [])
                .filter { profile in
                    (profile.protocols ?? []).isEmpty || profile.protocols?.contains(where: isHTTP) == true
                }
                .map { .init(containers: $0.containers ?? [], codecs: $0.audioCodecs ?? []) },
            maximumBitRate: maxAudioBitrate.flatMap(Self.kilobits),
            formats: (transcodingProfiles ?? []).filter { isHTTP($0.protocol) }.compactMap(Self.format),
            maximumConvertedBitRate: maxTranscodingAudioBitrate.flatMap(Self.kilobits))
    }

    private static func kilobits(_ bits: Int) -> Int? { bits > 0 ? max(1, bits / 1_000) : nil }

    /// Nil for a container and a codec that audio is not converted to.
    private static func format(_ target: Target) -> TranscodingFormat? {
        let container = target.container?.lowercased() ?? ""
        let codec = target.audioCodec?.lowercased() ?? ""
        return TranscodingFormat.allCases.first { format in
            (container.isEmpty || format.audioFormat.names.containers.contains(container))
                && (codec.isEmpty ? !container.isEmpty : codec == format.rawValue)
        }
    }
}

/// A decision, whose parameters name the format and the bit rate: `mp3-192`.
private struct DecisionValue: SubsonicValue {
    let decision: PlaybackDecision

    func write(to writer: inout some SubsonicWriter) {
        writer.member("canDirectPlay", decision.isPlayable)
        writer.member("canTranscode", decision.transcoding != nil)
        writer.member("transcodeParams", decision.transcoding?.parameters)
        writer.texts("transcodeReason", decision.isPlayable ? [] : ["AudioNotSupported"])
        if let format = decision.audio.format {
            writer.object("sourceStream", StreamValue(format: format, codec: nil, bitRate: decision.bitRate))
        }
        if let transcoding = decision.transcoding {
            writer.object(
                "transcodeStream",
                StreamValue(
                    format: transcoding.format.audioFormat, codec: transcoding.format.rawValue,
                    bitRate: transcoding.bitRate))
        }
    }
}

private struct StreamValue: SubsonicValue {
    let format: AudioFormat
    /// Nil for the only codec of the container; without one, it is left out.
    let codec: String?
    /// In kbit/s.
    let bitRate: Int?

    func write(to writer: inout some SubsonicWriter) {
        let (containers, codecs) = format.names
        writer.member("protocol", "http")
        writer.member("container", containers[0])
        writer.member("codec", codec ?? (codecs.count == 1 ? codecs[0] : nil))
        writer.member("audioBitrate", bitRate.map { $0 * 1_000 })
    }
}

extension Transcoding {
    fileprivate var parameters: String { "\(format.rawValue)-\(bitRate ?? 0)" }

    /// Returns nil for text that is not `parameters` of a conversion.
    fileprivate init?(parameters: String, from offset: Duration) {
        let parts = parameters.split(separator: "-")
        guard parts.count == 2, let format = TranscodingFormat(rawValue: String(parts[0])), let rate = Int(parts[1]),
            (0...512).contains(rate)
        else { return nil }
        self.init(to: format, bitRate: rate == 0 ? nil : rate, from: offset)
    }
}
