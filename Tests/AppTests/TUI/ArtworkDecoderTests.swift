import FermataDomain
import Foundation
import Testing
import FermataApp

@Suite("Decoding artwork")
struct ArtworkDecoderTests {
    /// 32 × 16 pixels: red on the left, blue on the right.
    private static let jpeg = data(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQ"
            + "ERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU"
            + "FBQUFBQUFBQUFBQUFBT/wAARCAAQACADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA"
            + "AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6"
            + "Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG"
            + "x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA"
            + "AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5"
            + "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE"
            + "xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDwKiiivzI/uM5eiiiv9NT/ADEP/9k=")
    /// The same image as a progressive JPEG.
    private static let progressive = data(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO"
            + "UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P"
            + "T09PT09PT0//wgARCAAQACADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAME/8QAFwEBAQEBAAAAAAAAAAAAAAAAAAYE"
            + "Bf/aAAwDAQACEAMQAAABwZuwJ0U6KTtEJ0U6P//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAQUCD//EABQRAQAAAAAAAAAA"
            + "AAAAAAAAADD/2gAIAQMBAT8BD//EABQRAQAAAAAAAAAAAAAAAAAAADD/2gAIAQIBAT8BD//EABQQAQAAAAAAAAAAAAAAAAAAADD/"
            + "2gAIAQEABj8CD//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAT8hD//aAAwDAQACAAMAAAAQ/J/J/8QAFBEBAAAAAAAAAAAA"
            + "AAAAAAAAMP/aAAgBAwEBPxAP/8QAFBEBAAAAAAAAAAAAAAAAAAAAMP/aAAgBAgEBPxAP/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/a"
            + "AAgBAQABPxAP/9k=")
    /// 4 × 2 pixels with the same colours.
    private static let png = data(
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAGUlEQVR4nGM8ISfHwMDgI7ePgYGBiQEJAAAttgIw656rJgAAAABJRU5ErkJggg=="
    )
    /// 2 × 2 transparent pixels.
    private static let clear = data(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAC0lEQVR4nGNgQAcAABIAAXfx+gAAAAAASUVORK5CYII=")

    @Test("decodes the colours of a JPEG and a PNG")
    func decodesColours() throws {
        let jpeg = try #require(ArtworkDecoder.pixels(of: ArtworkImage(format: .jpeg, bytes: Self.jpeg), atLeast: 100))
        #expect(jpeg.width == 32 && jpeg.height == 16)
        #expect(jpeg[2, 8].isNear(Colour(red: 200, green: 30, blue: 30)))
        #expect(jpeg[29, 8].isNear(Colour(red: 20, green: 60, blue: 220)))
        let png = try #require(ArtworkDecoder.pixels(of: ArtworkImage(format: .png, bytes: Self.png), atLeast: 1))
        #expect(png.width == 4 && png.height == 2)
        #expect(png[0, 0].isNear(Colour(red: 200, green: 30, blue: 30)))
        #expect(png[3, 1].isNear(Colour(red: 20, green: 60, blue: 220)))
    }

    @Test("scales a JPEG down while decoding")
    func scalesDownJPEG() throws {
        let small = try #require(ArtworkDecoder.pixels(of: ArtworkImage(format: .jpeg, bytes: Self.jpeg), atLeast: 4))
        #expect(small.width == 8 && small.height == 4)
        #expect(small[0, 2].isNear(Colour(red: 200, green: 30, blue: 30)))
    }

    @Test("limits the size of a progressive JPEG more than of a baseline JPEG")
    func limitsProgressiveJPEG() throws {
        let sound = try #require(
            ArtworkDecoder.pixels(of: ArtworkImage(format: .jpeg, bytes: Self.progressive), atLeast: 16))
        #expect(sound.width == 32 && sound[2, 8].isNear(Colour(red: 200, green: 30, blue: 30)))
        let (one, many) = (Self.enlarged(Self.jpeg, marker: 0xC0), Self.enlarged(Self.progressive, marker: 0xC2))
        #expect(ArtworkDecoder.pixels(of: ArtworkImage(format: .jpeg, bytes: one), atLeast: 16)?.width == 640)
        #expect(ArtworkDecoder.pixels(of: ArtworkImage(format: .jpeg, bytes: many), atLeast: 16) == nil)
    }

    @Test("detects several scans after any header")
    func detectsSeveralScans() {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 32, 3, 1, 34, 0, 2, 17, 1, 3, 17, 1]
        let thumbnail: [UInt8] = [0xFF, 0xE1, 0, 6, 0xFF, 0xC2, 0xFF, 0xDA]
        for start in [[0xFF, 0xD8], [0xFF, 0xD8, 7, 0xFF, 0, 0xFF, 0xFF, 0x01], [0xFF, 0xD8] + thumbnail] {
            for components in 1...3 as ClosedRange<UInt8> {
                let bytes = start + frame + [0xFF, 0xDA, 0, 12, components]
                #expect(bytes.withUnsafeBytes(JPEGHeader.hasManyScans) == (components < 3))
                for length in bytes.indices {
                    #expect(!bytes.prefix(length).withUnsafeBytes(JPEGHeader.hasManyScans))
                }
            }
        }
    }

    @Test("decodes transparent pixels as grey")
    func decodesTransparencyAsGrey() throws {
        let pixels = try #require(ArtworkDecoder.pixels(of: ArtworkImage(format: .png, bytes: Self.clear), atLeast: 1))
        #expect(pixels[1, 1] == Colour(red: 128, green: 128, blue: 128))
    }

    @Test("rejects damaged, oversized and unsupported images")
    func rejectsDamagedImages() {
        for format in ArtworkImage.Format.allCases {
            for bytes in [Data(), Data("no image".utf8), Self.png.prefix(20), Self.jpeg.prefix(20)] {
                #expect(ArtworkDecoder.pixels(of: ArtworkImage(format: format, bytes: bytes), atLeast: 1) == nil)
            }
        }
        var huge = Self.png
        huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        #expect(ArtworkDecoder.pixels(of: ArtworkImage(format: .png, bytes: huge), atLeast: 1) == nil)
    }

    @Test("survives changed bytes", arguments: [ArtworkImage.Format.png, .jpeg])
    func survivesChangedBytes(format: ArtworkImage.Format) {
        let sound = format == .png ? Self.png : Self.jpeg
        var state: UInt64 = 7
        for _ in 1...2_000 {
            var bytes = sound
            for _ in 1...3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
            }
            let pixels = ArtworkDecoder.pixels(of: ArtworkImage(format: format, bytes: bytes), atLeast: 8)
            #expect(pixels.map { $0.bytes.count == $0.width * $0.height * 3 } ?? true)
        }
    }

    /// Changes the header to 5,120 × 5,120 pixels.
    private static func enlarged(_ jpeg: Data, marker: UInt8) -> Data {
        var jpeg = jpeg
        guard let frame = jpeg.firstRange(of: Data([0xFF, marker]))?.upperBound else { return Data() }
        jpeg.replaceSubrange(frame + 3..<frame + 7, with: [20, 0, 20, 0])
        return jpeg
    }

    private static func data(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }
}

extension Colour {
    fileprivate func isNear(_ other: Colour) -> Bool {
        zip([red, green, blue], [other.red, other.green, other.blue]).allSatisfy { abs(Int($0) - Int($1)) < 12 }
    }
}
