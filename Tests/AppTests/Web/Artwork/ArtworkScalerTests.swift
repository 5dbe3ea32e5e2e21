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
