// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "fermata-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "fermata", path: "../.."),
        // Without the default traits, which need an additional library to count allocations.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "FermataBenchmarks",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "FermataDomain", package: "fermata"),
                .product(name: "FermataData", package: "fermata"),
                .product(name: "FermataPresentation", package: "fermata"),
            ],
            path: "Benchmarks/FermataBenchmarks",
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ],
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ]
)
