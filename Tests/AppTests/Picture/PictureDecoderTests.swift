import FermataDomain
import Foundation
import Testing
import fermata

@Suite("Unpacking pictures")
struct PictureDecoderTests {
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
    /// 4 × 2 pixels: the same.
    private static let png = data(
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAGUlEQVR4nGM8ISfHwMDgI7ePgYGBiQEJAAAttgIw656rJgAAAABJRU5ErkJggg=="
    )
    /// 2 × 2 pixels, all of them clear.
    private static let clear = data(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAC0lEQVR4nGNgQAcAABIAAXfx+gAAAAAASUVORK5CYII=")

    @Test("a JPEG and a PNG are the pixels that they were made of")
    func colours() throws {
        let jpeg = try #require(PictureDecoder.pixels(of: Picture(format: .jpeg, bytes: Self.jpeg), atLeast: 100))
        #expect(jpeg.width == 32 && jpeg.height == 16)
        #expect(jpeg[2, 8].isNear(Colour(red: 200, green: 30, blue: 30)))
        #expect(jpeg[29, 8].isNear(Colour(red: 20, green: 60, blue: 220)))
        let png = try #require(PictureDecoder.pixels(of: Picture(format: .png, bytes: Self.png), atLeast: 1))
        #expect(png.width == 4 && png.height == 2)
        #expect(png[0, 0].isNear(Colour(red: 200, green: 30, blue: 30)))
        #expect(png[3, 1].isNear(Colour(red: 20, green: 60, blue: 220)))
    }

    @Test("a JPEG is unpacked no larger than it is needed")
    func scaled() throws {
        let small = try #require(PictureDecoder.pixels(of: Picture(format: .jpeg, bytes: Self.jpeg), atLeast: 4))
        #expect(small.width == 8 && small.height == 4)
        #expect(small[0, 2].isNear(Colour(red: 200, green: 30, blue: 30)))
    }

    @Test("what is clear is grey")
    func clear() throws {
        let pixels = try #require(PictureDecoder.pixels(of: Picture(format: .png, bytes: Self.clear), atLeast: 1))
        #expect(pixels[1, 1] == Colour(red: 128, green: 128, blue: 128))
    }

    @Test("what is damaged, far too large, or in another format is none")
    func damaged() {
        for format in Picture.Format.allCases {
            for bytes in [Data(), Data("no picture".utf8), Self.png.prefix(20), Self.jpeg.prefix(20)] {
                #expect(PictureDecoder.pixels(of: Picture(format: format, bytes: bytes), atLeast: 1) == nil)
            }
        }
        var huge = Self.png
        huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        #expect(PictureDecoder.pixels(of: Picture(format: .png, bytes: huge), atLeast: 1) == nil)
    }

    @Test("changed bytes end in pixels or in none", arguments: [Picture.Format.png, .jpeg])
    func mutated(format: Picture.Format) {
        let sound = format == .png ? Self.png : Self.jpeg
        var state: UInt64 = 7
        for _ in 1...2_000 {
            var bytes = sound
            for _ in 1...3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
            }
            let pixels = PictureDecoder.pixels(of: Picture(format: format, bytes: bytes), atLeast: 8)
            #expect(pixels.map { $0.bytes.count == $0.width * $0.height * 3 } ?? true)
        }
    }

    private static func data(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }
}

extension Colour {
    fileprivate func isNear(_ other: Colour) -> Bool {
        zip([red, green, blue], [other.red, other.green, other.blue]).allSatisfy { abs(Int($0) - Int($1)) < 12 }
    }
}
