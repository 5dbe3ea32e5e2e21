import FermataDomain
import Foundation

/// The address of a song's audio or artwork in another library: `library:0123456789abcdef/audio.flac`.
struct LibraryAddress {
    private static let scheme = "library:"
    let song: MusicID
    let text: String

    /// `file` is the address of a file, whose suffix shows the format.
    init(_ song: MusicID, ofFile file: String? = nil) {
        self.song = song
        let suffix = file.flatMap(URL.init)?.pathExtension ?? ""
        text = Self.scheme + song.description + (suffix.isEmpty ? "" : "/audio.\(suffix)")
    }

    /// Returns nil for any other address.
    init?(_ text: String) {
        guard text.hasPrefix(Self.scheme),
            let song = MusicIDPrefix(String(text.dropFirst(Self.scheme.count).prefix { $0 != "/" }))?.id
        else { return nil }
        (self.song, self.text) = (song, text)
    }
}

/// Finds the songs of other libraries by the addresses of their media.
struct LibraryMedia: Sendable {
    private let sources: any SourceRepository
    private let libraries: OpenLibraries

    init(sources: any SourceRepository, _ libraries: OpenLibraries) {
        (self.sources, self.libraries) = (sources, libraries)
    }

    /// Returns what `read` returns for the first library among a song's sources that has the song; nil for an address
    /// that is in no library.
    ///
    /// Throws `SourceFailure`, also if no library has the song now.
    func read<Value: Sendable>(
        _ address: String?, of music: Music, _ read: (SharedLibrary, MusicID) async throws -> Value
    ) async throws -> Value? {
        guard let address = address.flatMap(LibraryAddress.init) else { return nil }
        var failure = SourceFailure(.noAudio, address: music.title)
        for source in try await sources.sources()
        where source.kind == LibraryKind.form.kind && music.sources.contains(source.name) {
            do {
                return try await read(try await libraries.library(at: source.address), address.song)
            } catch is MusicError {
                // Another library may have the song.
            } catch let error as SourceFailure {
                failure = error
            } catch let error as LibraryError {
                failure = SourceFailure(error, at: source.address)
            }
        }
        throw failure
    }
}

/// Reads audio of other libraries, and any other audio from another repository.
struct LibraryAudioRepository: AudioRepository {
    private static let chunk = 256 << 10
    private let media: LibraryMedia
    private let fallback: any AudioRepository

    init(_ media: LibraryMedia, otherwise fallback: any AudioRepository) {
        (self.media, self.fallback) = (media, fallback)
    }

    func read(_ music: Music, into sink: any AudioSink) async throws {
        let audio = try await media.read(music.audioURL, of: music) { try await $0.audio($1) }
        switch audio {
        case .file(let audio)?: try await copy(audio, into: sink)
        case .source(let audio)?: try await copy(audio, into: sink)
        case nil: try await fallback.read(music, into: sink)
        }
    }

    private func copy(_ audio: StoredAudio, into sink: any AudioSink) async throws {
        let offset = Self.offset(of: try await sink.part, in: audio.properties)
        try await sink.begin(
            AudioStart(offset: offset, total: audio.properties.length, version: audio.properties.version))
        try audio.file.seek(toOffset: UInt64(offset))
        while let bytes = try await BlockingIO.run({ try audio.file.read(upToCount: Self.chunk) }), !bytes.isEmpty {
            try await sink.write(bytes)
        }
    }

    private func copy(_ audio: SourceAudio, into sink: any AudioSink) async throws {
        let part = try await sink.part
        let known = await audio.cachedProperties ?? AudioProperties()
        let offset = Self.offset(of: part, in: known)
        let stream = try await audio.open(from: offset)
        let properties = stream.properties
        try await sink.begin(AudioStart(offset: offset, total: properties.length, version: properties.version))
        while let bytes = try await stream.next() { try await sink.write(bytes) }
    }

    /// Where partial audio ends, if it is of the same version as the audio; otherwise 0.
    private static func offset(of part: AudioPart?, in properties: AudioProperties) -> Int64 {
        guard let part, part.version == properties.version else { return 0 }
        return part.length <= properties.length ?? 0 ? part.length : 0
    }
}

/// Opens files with the audio of other libraries, and any others in another repository.
struct LibraryStoredAudioRepository: StoredAudioRepository {
    private let media: LibraryMedia
    private let fallback: any StoredAudioRepository

    init(_ media: LibraryMedia, otherwise fallback: any StoredAudioRepository) {
        (self.media, self.fallback) = (media, fallback)
    }

    func audio(of music: Music) async throws -> StoredAudio? {
        let audio = try await media.read(music.audioURL, of: music) { try await $0.audio($1) }
        switch audio {
        case .file(let audio)?: return audio
        case .source?: return nil
        case nil: return try await fallback.audio(of: music)
        }
    }
}

/// Reads artwork of other libraries, and any other artwork from another repository.
struct LibraryArtworkRepository: ArtworkRepository {
    private let media: LibraryMedia
    private let fallback: any ArtworkRepository

    init(_ media: LibraryMedia, otherwise fallback: any ArtworkRepository) {
        (self.media, self.fallback) = (media, fallback)
    }

    func artwork(of music: Music) async throws -> ArtworkImage? {
        let artwork = try await media.read(music.artworkURL, of: music) { try await $0.artwork($1) }
        guard let artwork else { return try await fallback.artwork(of: music) }
        return artwork
    }
}
