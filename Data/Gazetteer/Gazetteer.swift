import FermataDomain

/// Looks up the built-in cities and regions by names folded with `SortKey`.
struct Gazetteer {
    private let names = SortedLines(GazetteerTable.names)
    private let places = SortedLines(GazetteerTable.places)
    private let regions = SortedLines(GazetteerTable.regions)
    private let provinces = SortedLines(GazetteerTable.provinces)
    private let regionNames = SortedLines(GazetteerTable.regionNames)

    func cities(named key: String) -> [City] {
        let bearers = names.fields(of: key)?.first?.split(separator: " ") ?? []
        return bearers.compactMap { places.fields(of: String($0)).flatMap(City.init(fields:)) }
    }

    /// All cities, decoded on first use: some 34,000.
    static let allCities = GazetteerTable.places.split(separator: UInt8(ascii: "\n")).compactMap { line in
        City(fields: String(decoding: line, as: UTF8.self).split(separator: "\t").dropFirst())
    }

    /// The regions with a name or code: `de` is Germany, and Delaware.
    func regions(named key: String) -> [Region] { Self.regions(key, in: regions) }

    /// The parts of countries with the name of a city elsewhere: `Paraná` is in Brazil, and a city in Argentina.
    func provinces(named key: String) -> [Region] { Self.regions(key, in: provinces) }

    private static func regions(_ key: String, in table: SortedLines) -> [Region] {
        let codes = table.fields(of: key)?.first?.split(separator: " ") ?? []
        return codes.map { Region(code: String($0)) }
    }

    /// The city's name with its country, and its state in the United States: `Springfield, Missouri, United States`.
    func fullName(of city: City) -> String {
        let country = city.region.country
        let state = country.code == "US" && city.region != country ? city.region : nil
        return ([city.name] + [state, country].compactMap { $0.flatMap(name) }).joined(separator: ", ")
    }

    private func name(of region: Region) -> String? {
        regionNames.fields(of: region.code)?.first.map(String.init)
    }
}

extension City {
    fileprivate init?(fields: some Collection<Substring>) {
        let fields = Array(fields)
        guard fields.count == 5, let latitude = Double(fields[2]), let longitude = Double(fields[3]),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude), let population = Int(fields[4])
        else { return nil }
        self.init(
            name: String(fields[0]), region: Region(code: String(fields[1])), coordinate: coordinate,
            population: population)
    }
}
