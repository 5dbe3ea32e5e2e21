// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "fermata",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FermataDomain", targets: ["FermataDomain"]),
        .library(name: "FermataData", targets: ["FermataData"]),
        .library(name: "FermataPresentation", targets: ["FermataPresentation"]),
        .library(name: "FermataApp", targets: ["FermataApp"]),
        .library(name: "FermataContracts", targets: ["FermataContracts"]),
        .executable(name: "fermata", targets: ["fermata"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
    ],
    targets: [
        .target(name: "FermataDomain", path: "Domain", exclude: ["README.md"], swiftSettings: settings),
        .target(
            name: "CGazetteer", path: "Data/Gazetteer/CGazetteer",
            exclude: ["names.tsv", "places.tsv", "regions.tsv", "provinces.tsv", "region-names.tsv"]),
        .target(name: "COutlines", path: "Data/NaturalEarth/COutlines", exclude: ["rings.tsv", "cities.tsv"]),
        .systemLibrary(
            name: "TagLib", path: "Data/Folder/TagLib", pkgConfig: "taglib",
            providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]),
        .systemLibrary(
            name: "Expat", path: "Data/Folder/Expat", pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .target(name: "CChildProcess", path: "Data/Command/CChildProcess"),
        .target(name: "COpenBeneath", path: "Data/Folder/COpenBeneath"),
        .target(name: "CTagReader", dependencies: ["TagLib"], path: "Data/Folder/CTagReader"),
        .target(
            name: "CPageChecksums", dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Data/SQLite/Connection/CPageChecksums"),
        .target(
            name: "FermataData",
            dependencies: [
                "FermataDomain", "CChildProcess", "CGazetteer", "COpenBeneath", "COutlines", "CPageChecksums",
                "CTagReader", "Expat",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Data",
            exclude: [
                "README.md", "Command/CChildProcess", "Gazetteer/CGazetteer", "Gazetteer/make-gazetteer",
                "NaturalEarth/COutlines",
                "NaturalEarth/make-outlines", "SQLite/Connection/CPageChecksums", "Folder/COpenBeneath",
                "Folder/CTagReader",
                "Folder/Expat", "Folder/TagLib",
            ],
            swiftSettings: settings, linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
        .target(
            name: "FermataPresentation", dependencies: ["FermataDomain"],
            path: "Presentation", exclude: ["README.md"], swiftSettings: settings),
        .systemLibrary(
            name: "CPNG", path: "App/SystemModules/PNG", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .systemLibrary(
            name: "CTurboJPEG", path: "App/SystemModules/TurboJPEG",
            providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
        .target(
            name: "CDemoCatalogue", path: "App/Demo/CDemoCatalogue",
            exclude: ["songs.ndjson", "playlists.ndjson", "flo.json"]),
        .target(
            name: "FermataApp",
            dependencies: [
                "FermataDomain", "FermataData", "FermataPresentation", "CDemoCatalogue", "CPNG", "CTurboJPEG",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "App", exclude: ["README.md", "Main", "SystemModules", "Demo/CDemoCatalogue"],
            resources: [
                .embedInCode("Web/Assets/fermata.css"), .embedInCode("Web/Assets/fermata.svg"),
                .embedInCode("Web/Assets/Script"), .embedInCode("Web/Assets/Player"),
                .embedInCode("Web/Assets/openapi.json"),
            ], swiftSettings: settings),
        .executableTarget(name: "fermata", dependencies: ["FermataApp"], path: "App/Main", swiftSettings: settings),
        .target(
            name: "FermataContracts",
            dependencies: ["FermataDomain", .product(name: "Crypto", package: "swift-crypto")],
            path: "Tests/TestSupport/Contracts", swiftSettings: settings),
        .target(
            name: "TestServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/TestSupport/Server", swiftSettings: settings),
        .target(
            name: "WebDriver",
            dependencies: [
                "TestServer",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/TestSupport/WebDriver", swiftSettings: settings),
        .target(
            name: "AudioFiles", path: "Tests/TestSupport/AudioFiles", exclude: ["make-fixtures"],
            resources: [.copy("Fixtures"), .copy("Hostile")], swiftSettings: settings),
        .target(name: "TestTraits", path: "Tests/TestSupport/Traits", swiftSettings: settings),
        .target(
            name: "FaultyFileSystem", dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Tests/TestSupport/FaultyFileSystem"),
        .testTarget(
            name: "DomainTests", dependencies: ["FermataDomain", "FermataContracts", "TestTraits"],
            path: "Tests/DomainTests", swiftSettings: settings),
        .testTarget(
            name: "DataTests",
            dependencies: [
                "AudioFiles", "COpenBeneath", "CPageChecksums", "FermataDomain", "FermataData", "FermataContracts",
                "FaultyFileSystem", "TestServer", "TestTraits",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/DataTests",
            resources: [
                .embedInCode("HTTP/Fixtures/flo-song.json"), .embedInCode("SQLite/Fixtures/library-17.sql"),
                .embedInCode("SQLite/Fixtures/library-18.sql"), .embedInCode("SQLite/Fixtures/library-19.sql"),
                .embedInCode("SQLite/Fixtures/library-20.sql"), .embedInCode("SQLite/Fixtures/library-21.sql"),
                .embedInCode("SQLite/Fixtures/library-22.sql"), .embedInCode("SQLite/Fixtures/library-23.sql"),
            ], swiftSettings: settings),
        .testTarget(
            name: "PresentationTests",
            dependencies: ["FermataDomain", "FermataPresentation", "FermataContracts", "TestTraits"],
            path: "Tests/PresentationTests", swiftSettings: settings),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "AudioFiles", "CPageChecksums", "FermataApp", "FermataContracts", "FermataDomain",
                "FermataPresentation", "TestServer", "TestTraits", "WebDriver",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/AppTests", swiftSettings: settings),
    ],
    cLanguageStandard: .c2x, cxxLanguageStandard: .cxx17
)
