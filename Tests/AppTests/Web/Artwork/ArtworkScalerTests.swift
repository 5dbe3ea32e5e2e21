import FermataApp
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Scaling artwork for pages")
struct ArtworkScalerTests {
    private let scaler = ArtworkScaler()

    @Test("scales down to each size and keeps the aspect ratio", arguments: ArtworkSize.allCases)
    func scalesDown(size: ArtworkSize) async throws {
        let image = try Self.image(width: 1_000, height: 500)
        let scaled = try await scaler.image(image, fitting: size)
        #expect(scaled.format == .jpeg && scaled.bytes.count < image.bytes.count)
        let pixels = try #require(ArtworkDecoder.pixels(of: scaled, atLeast: 1_000))
        #expect(pixels.width == size.pixels && pixels.height == size.pixels / 2)
        let colour = pixels[pixels.width / 2, pixels.height / 2]
        #expect(colour.red > 180 && colour.green < 60 && colour.blue < 60)
        #expect(try await scaler.image(image, fitting: size) == scaled)
    }

    @Test("scales images whose sides are a multiple of a size", arguments: ArtworkSize.allCases, [2, 4, 8])
    func scalesMultiples(size: ArtworkSize, factor: Int) async throws {
        let side = size.pixels * factor
        let scaled = try await scaler.image(try Self.image(width: side, height: side), fitting: size)
        let pixels = try #require(ArtworkDecoder.pixels(of: scaled, atLeast: side))
        #expect(pixels.width == size.pixels && pixels.height == size.pixels)
    }

    @Test("returns small and undecodable images unchanged")
    func returnsOthers() async throws {
        let small = try Self.image(width: 90, height: 96)
        #expect(try await scaler.image(small, fitting: .row) == small)
        for format in ArtworkImage.Format.allCases {
            let damaged = ArtworkImage(format: format, bytes: Data("no \(format)".utf8))
            #expect(try await scaler.image(damaged, fitting: .tile) == damaged)
        }
    }

    @Test("returns a photo that its Exif data turns unchanged, and scales an upright one", arguments: [1, 3, 6, 8])
    func returnsTurnedImages(orientation: UInt8) async throws {
        for isLittleEndian in [true, false] {
            let turned = try Self.turned(orientation, isLittleEndian)
            #expect(try await (scaler.image(turned, fitting: .row) == turned) == (orientation != 1))
            let damaged = ArtworkImage(format: .jpeg, bytes: turned.bytes.prefix(30))
            #expect(try await scaler.image(damaged, fitting: .row) == damaged)
        }
    }

    /// An image with a segment of Exif data after its first marker.
    private static func turned(_ orientation: UInt8, _ isLittleEndian: Bool) throws -> ArtworkImage {
        func number(_ value: UInt8, _ count: Int) -> [UInt8] {
            let bytes = [UInt8](repeating: 0, count: count - 1) + [value]
            return isLittleEndian ? bytes.reversed() : bytes
        }
        let tag: [UInt8] = isLittleEndian ? [0x12, 0x01] : [0x01, 0x12]
        let entry = tag + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        let directory = number(1, 2) + entry + number(0, 4)
        let tiff = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + directory
        let segment = Array("Exif\0\0".utf8) + tiff
        var bytes = try jpeg(width: 300, height: 200)
        bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment, at: 2)
        return ArtworkImage(format: .jpeg, bytes: bytes)
    }

    private static func image(width: Int, height: Int) throws -> ArtworkImage {
        ArtworkImage(format: .jpeg, bytes: try jpeg(width: width, height: height))
    }

    /// A red JPEG with a pattern that makes it large.
    static func jpeg(width: Int, height: Int) throws -> Data {
        var bytes: [UInt8] = []
        for index in 0..<width * height {
            bytes.append(200 + UInt8(index % 8))
            bytes.append(10)
            bytes.append(10 + UInt8(index % 5))
        }
        return try #require(JPEGEncoder.bytes(of: Pixels(width: width, height: height, bytes: bytes)))
    }
}
