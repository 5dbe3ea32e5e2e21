import FermataDomain
import Foundation
import Testing

@Suite("Formats of audio")
struct AudioFormatTests {
    @Test(
        "recognizes a format by its first bytes",
        arguments: [
            ("fLaC....", AudioFormat.flac), ("OggS....", .ogg), ("....ftypM4A ", .mp4), ("RIFF....WAVEfmt ", .wav),
            ("FORM....AIFFCOMM", .aiff), ("FORM....AIFCFVER", .aiff), ("wvpk....", .wavPack),
            ("MAC ....", .monkeysAudio), ("MPCK....", .musepack), ("MP+.....", .musepack), ("TTA1....", .trueAudio),
            ("0&\u{B2}u\u{8E}f\u{CF}\u{11}....", .windowsMedia), ("\u{1A}E\u{DF}\u{A3}....", .matroska),
            ("DSD ....", .dsf),
        ])
    func recognizesSignature(start: String, format: AudioFormat) {
        // Each character stands for one byte.
        #expect(AudioFormat(Data(start.unicodeScalars.map { UInt8($0.value) })) == format)
    }

    @Test(
        "follows from the suffix of a file",
        arguments: [
            ("mp3", AudioFormat.mpeg), ("FLAC", .flac), ("opus", .ogg), ("m4a", .mp4), ("wv", .wavPack), ("txt", nil),
            ("", nil),
        ] as [(String, AudioFormat?)])
    func followsFromSuffix(suffix: String, format: AudioFormat?) {
        #expect(AudioFormat(suffix: suffix) == format)
    }

    @Test("distinguishes MPEG audio from AAC by the layer of the first frame")
    func recognizesFrames() {
        #expect(AudioFormat(Data([0xFF, 0xFB, 0x90, 0x00])) == .mpeg)
        #expect(AudioFormat(Data([0xFF, 0xF1, 0x50, 0x80])) == .aac)
        #expect(AudioFormat(Data([0xFF, 0xD8, 0xFF, 0xE0])) == nil)
        #expect(AudioFormat(Data([0xFF])) == nil)
        #expect(AudioFormat(Data([0xFF, 0xE3])) == nil)
    }

    @Test(
        "recognizes no frame with a reserved version, layer, bit rate or sample rate",
        arguments: [
            [0xFF, 0xEB, 0x90], [0xFF, 0xE1, 0x90], [0xFF, 0xFB, 0xF0], [0xFF, 0xFB, 0x9C], [0xFF, 0xF1, 0x74],
        ])
    func rejectsReservedValues(bytes: [UInt8]) {
        #expect(AudioFormat(Data(bytes)) == nil)
    }

    @Test("reads the format after an ID3 tag; audio that ends within the tag is MPEG")
    func readsFormatAfterTag() {
        let tag = Data("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + Data(count: 5)
        #expect(AudioFormat(tag + Data("fLaC".utf8)) == .flac)
        #expect(AudioFormat(tag + [0xFF, 0xFB]) == .mpeg)
        #expect(AudioFormat(tag) == .mpeg)
        #expect(AudioFormat.tagLength(tag) == 15)
        #expect(AudioFormat.tagLength(Data("ID3".utf8)) == nil)
    }

    @Test("recognizes nothing in a page, in an image and in nothing", arguments: ["<!doctype html>", "GIF89a", ""])
    func rejectsOthers(start: String) {
        #expect(AudioFormat(Data(start.utf8)) == nil)
    }

    @Test("names a media type of audio for every format", arguments: AudioFormat.allCases)
    func namesMediaType(format: AudioFormat) {
        #expect(format.mediaType.hasPrefix("audio/"))
    }
}
