import FermataData
import FermataDomain
import Testing

@Suite("Gazetteer geocoder")
struct GazetteerGeocoderTests {
    private let geocoder = GazetteerGeocoder()

    private func names(_ address: String, limit: Int = 1) async throws -> [String] {
        try await geocoder.places(at: address, limit: limit).map(\.name)
    }

    @Test(
        "finds a city by any name, in any case, accents and apostrophes",
        arguments: [
            ("Seoul", "Seoul, South Korea"), ("서울", "Seoul, South Korea"), ("ソウル", "Seoul, South Korea"),
            ("首爾", "Seoul, South Korea"), ("sao paulo", "São Paulo, Brazil"), ("SÃO PAULO", "São Paulo, Brazil"),
            ("Sa\u{303}o Paulo", "São Paulo, Brazil"), ("München", "Munich, Germany"), ("Moskau", "Moscow, Russia"),
            ("Москва", "Moscow, Russia"), ("القاهرة", "Cairo, Egypt"), ("Αθήνα", "Athens, Greece"),
            ("ירושלים", "Jerusalem, Israel"), ("กรุงเทพมหานคร", "Bangkok, Thailand"),
            ("COEUR DALENE", "Coeur d'Alene, Idaho, United States"),
            ("Coeur d’Alene", "Coeur d'Alene, Idaho, United States"), ("  Reykjavík  ", "Reykjavík, Iceland"),
            ("Stratford upon Avon", "Stratford-upon-Avon, United Kingdom"), ("The Hague", "The Hague, The Netherlands"),
            ("Singapore", "Singapore, Singapore"), ("New York", "New York City, New York, United States"),
        ])
    func findsCityByAnyName(address: String, name: String) async throws {
        #expect(try await names(address) == [name])
    }

    @Test(
        "finds the city in the named country or state",
        arguments: [
            ("Springfield, Illinois", "Springfield, Illinois, United States"),
            ("springfield, il, usa", "Springfield, Illinois, United States"),
            ("Paris TX", "Paris, Texas, United States"), ("Paris, France", "Paris, France"),
            ("Seoul South Korea", "Seoul, South Korea"), ("Seoul, 대한민국", "Seoul, South Korea"),
            ("Amsterdam the Netherlands", "Amsterdam, The Netherlands"), ("Wien, Österreich", "Vienna, Austria"),
            ("Londres, Royaume-Uni", "London, United Kingdom"), ("London, Ontario", "London, Canada"),
            ("Perth, Scotland", "Perth, United Kingdom"), ("Perth WA", "Perth, Australia"),
            ("Tbilisi, Georgia", "Tbilisi, Georgia"), ("Atlanta, Georgia", "Atlanta, Georgia, United States"),
            ("Albany, New York", "Albany, New York, United States"),
            ("New York, New York", "New York City, New York, United States"),
            ("Washington, D.C.", "Washington, District of Columbia, United States"),
            ("Washington DC", "Washington, District of Columbia, United States"),
            ("Canada, London", "London, Canada"), ("Melbourne, Victoria", "Melbourne, Australia"),
            ("Victoria, BC", "Victoria, Canada"), ("Singapore, Singapore", "Singapore, Singapore"),
            ("Mexico", "Mexico City, Mexico"), ("Granada", "Granada, Spain"), ("Bra", "Bra, Italy"),
            ("Lebanon, Tennessee", "Lebanon, Tennessee, United States"),
            ("Washington", "Washington, District of Columbia, United States"),
        ])
    func matchesRegion(address: String, name: String) async throws {
        #expect(try await names(address) == [name])
    }

    @Test(
        "skips halls, streets, house numbers and postal codes",
        arguments: [
            ("Royal Albert Hall, Kensington Gore, London SW7 2AP", "London, United Kingdom"),
            ("10 Downing Street, London SW1A 2AA, UK", "London, United Kingdom"),
            ("Am Wriezener Bahnhof, 10243 Berlin", "Berlin, Germany"),
            ("Paradiso, Weteringschans 6-8, 1017 SG Amsterdam", "Amsterdam, The Netherlands"),
            ("Amsterdam 1017 SG", "Amsterdam, The Netherlands"), ("1017 SG La Laguna", "La Laguna, Spain"),
            ("L'Olympia; 28 Boulevard des Capucines; 75009 Paris; France", "Paris, France"),
            ("1600 Pennsylvania Avenue NW, Washington, DC 20500", "Washington, District of Columbia, United States"),
            ("Ryman Auditorium\n116 Rep. John Lewis Way N\nNashville, TN 37219", "Nashville, Tennessee, United States"),
            ("Massey Hall, 178 Victoria St, Toronto, ON M5B 1T7", "Toronto, Canada"),
            ("Olympia, London", "London, United Kingdom"),
            ("Camden Assembly, Chalk Farm Road, London", "London, United Kingdom"),
            ("The Fillmore, 1805 Geary Blvd, San Francisco", "San Francisco, California, United States"),
            ("Paris, 3655 Las Vegas Blvd, Las Vegas", "Las Vegas, Nevada, United States"),
            ("Kensington, London", "London, United Kingdom"),
        ])
    func skipsVenues(address: String, name: String) async throws {
        #expect(try await names(address) == [name])
    }

    @Test(
        "reads Korean, Japanese and Chinese addresses",
        arguments: [
            ("서울특별시 송파구 올림픽로 300", "Seoul, South Korea"), ("서울특별시송파구올림픽로300", "Seoul, South Korea"),
            ("서울 송파구 올림픽로 424", "Seoul, South Korea"), ("대한민국 서울특별시 중구", "Seoul, South Korea"),
            ("경기도 수원시 팔달구 정조로 825", "Suwon, South Korea"), ("경기 수원시 팔달구", "Suwon, South Korea"),
            ("올림픽공원, 서울", "Seoul, South Korea"), ("파리 프랑스", "Paris, France"), ("프랑스 파리", "Paris, France"),
            ("東京都渋谷区宇田川町", "Shibuya, Japan"), ("〒150-0042 東京都渋谷区宇田川町1-1", "Shibuya, Japan"),
            ("東京都八王子市", "Hachiōji, Japan"), ("東京都武蔵野市", "Musashino, Japan"), ("京都府京都市", "Kyoto, Japan"),
            ("京都府 宇治市", "Uji, Japan"), ("三重県四日市市", "Yokkaichi, Japan"), ("三重県津市", "Tsu, Japan"),
            ("日本、東京都千代田区", "Chiyoda, Japan"), ("広島県福山市三之丸町", "Fukuyama, Japan"),
            ("神奈川県横浜市西区", "Yokohama, Japan"), ("中国北京市朝阳区工人体育场北路", "Beijing, China"),
            ("广东省深圳市南山区", "Shenzhen, China"), ("대한민국 경기도 수원시 팔달구", "Suwon, South Korea"),
            ("서울2동", "Seoul, South Korea"), ("さいたま市大宮区", "Saitama, Japan"), ("堺 中区", "Sakai, Japan"),
            ("日本東京都渋谷区宇田川町", "Shibuya, Japan"), ("東京都東京都東京都渋谷区", "Tokyo, Japan"),
        ])
    func readsEastAsianAddresses(address: String, name: String) async throws {
        #expect(try await names(address) == [name])
    }

    @Test(
        "finds the city in the named province",
        arguments: [
            ("경기도 광주시 경안동", 37.41), ("경기 광주시", 37.41), ("광주광역시 동구", 35.1547), ("광주 동구", 35.1547),
            ("広島県府中市府川町", 34.5735), ("東京都府中市宮西町", 35.6745),
        ])
    func matchesProvince(address: String, latitude: Double) async throws {
        #expect(try await geocoder.places(at: address, limit: 1).map(\.coordinate.latitude) == [latitude])
    }

    @Test(
        "finds nothing rather than a wrong city",
        arguments: [
            "qwertyuiop", "Royal Albert Hall", "Paris Theatre", "Berghain Berlin Wriezener", "France", "대한민국", "Texas",
            "Egypt", "Jordan", "Virginia", "Springfield, Germany", "Springfield, New York", "Seoul, Singapore",
            "Amsterdam, TX, Japan", "구미호텔", "日本武道館", "柏木病院", "프랑스 프랑스 프랑스 파리", "경기도 경기도 경기도 수원시",
            "広島県", "10117", "SW1A 2AA", "Glastonbury, Somerset", "Norfolk, England", "Surrey", "Kent",
        ])
    func findsNothingIfUnknown(address: String) async throws {
        #expect(try await names(address, limit: 10) == [])
    }

    @Test(
        "finds the first and the last lines of tables",
        arguments: [
            ("6th of October City", "6th of October City, Egypt"), ("𒌨𒉈𒈝𒆠", "Erbil, Iraq"), ("Wao", "Wao, Philippines"),
            ("Zamboanga", "Zamboanga, Philippines"), ("Calgary, A.B.", "Calgary, Canada"),
            ("Andorra la Vella", "Andorra la Vella, Andorra"), ("Harare", "Harare, Zimbabwe"),
        ])
    func findsFirstAndLastLines(address: String, name: String) async throws {
        #expect(try await names(address) == [name])
    }

    @Test("reads at most 12 words as a name", arguments: [(11, ["Paris, France"]), (12, [])] as [(Int, [String])])
    func limitsWords(count: Int, found: [String]) async throws {
        #expect(try await names("Paris" + String(repeating: " France", count: count)) == found)
    }

    @Test("reads at most 4,000 bytes", arguments: [(3_995, ["Seoul, South Korea"]), (3_996, [])] as [(Int, [String])])
    func limitsBytes(count: Int, found: [String]) async throws {
        #expect(try await names("Seoul" + String(repeating: " ", count: count)) == found)
    }

    @Test("returns the largest city first, up to the limit")
    func ordersByPopulation() async throws {
        let cities = try await names("Springfield", limit: 100)
        #expect(cities.count >= 8 && Set(cities).count == cities.count)
        #expect(cities.first == "Springfield, Missouri, United States")
        #expect(try await names("springfield, USA", limit: 3) == Array(cities.prefix(3)))
        #expect(try await names("Córdoba", limit: 2) == ["Córdoba, Argentina", "Córdoba, Spain"])
        #expect(try await names("Seoul", limit: 0) == [])
        #expect(try await names("Seoul", limit: -1) == [])
    }

    @Test("returns the coordinate of a city")
    func returnsCoordinate() async throws {
        let seoul = Place(
            name: "Seoul, South Korea", coordinate: try #require(Coordinate(latitude: 37.566, longitude: 126.9784)),
            isTownOnly: true)
        #expect(try await geocoder.places(at: "Seoul", limit: 5) == [seoul])
    }

    @Test(
        "prefers the city near the city after it",
        arguments: [
            ("Lagos, Faro", "Lagos, Portugal"), ("Norwich, Norfolk", "Norwich, United Kingdom"),
            ("Victoria, London", "London, United Kingdom"), ("Ribeirão Preto, São Paulo", "Ribeirão Preto, Brazil"),
            ("渋谷区、東京都", "Shibuya, Japan"), ("Boston, Lincolnshire", "Boston, United Kingdom"),
            ("Newport Isle of Wight", "Newport, United Kingdom"), ("Bangor, County Down", "Bangor, United Kingdom"),
            ("Canterbury, Kent", "Canterbury, United Kingdom"), ("Norfolk, VA", "Norfolk, Virginia, United States"),
            ("Kent, Washington", "Kent, Washington, United States"), ("Surrey, BC", "Surrey, Canada"),
            ("Curitiba, Paraná", "Curitiba, Brazil"), ("Paraná, Argentina", "Paraná, Argentina"),
            ("Christchurch, Canterbury", "Christchurch, New Zealand"), ("Santander", "Santander, Spain"),
            ("Bucaramanga, Santander", "Bucaramanga, Colombia"), ("Medellín, Antioquia", "Medellín, Colombia"),
            ("Mar del Plata, Buenos Aires", "Mar del Plata, Argentina"), ("Goa", "Mormugao, India"),
        ])
    func prefersCityNearNextCity(address: String, name: String) async throws {
        #expect(try await names(address) == [name])
    }

    @Test(
        "prefers the later city if the earlier one is a venue elsewhere",
        arguments: [
            ("The Phoenix, Exeter", "Exeter, United Kingdom"), ("Exeter Phoenix, Exeter", "Exeter, United Kingdom"),
            ("Memphis, Manchester", "Manchester, United Kingdom"),
            ("Palermo, Buenos Aires", "Buenos Aires, Argentina"), ("Belém, Lisboa", "Belém, Portugal"),
            ("Paris, Texas Street, Houston", "Houston, Texas, United States"),
            ("Valencia, Calle Mayor, Bilbao, España", "Bilbao, Spain"),
        ])
    func prefersLaterCity(address: String, name: String) async throws {
        #expect(try await names(address) == [name])
    }

    @Test(
        "finds at most one city in text that is not an address",
        arguments: [
            "", " \n\t ", ",,,;;、", "\u{0}", "Se\u{0}oul'; DROP TABLE music", "\u{1B}[31m", "🎸🎶", "\u{202E}",
            String(repeating: "Seoul, ", count: 150_000), String(repeating: "a", count: 1 << 20),
            String(repeating: "서울", count: 330), String(repeating: "usa ", count: 490),
            String(repeating: "中国", count: 330),
            String(repeating: "경기 ", count: 280), String(repeating: "u s a ", count: 300),
            String(repeating: ",", count: 4_000), String(repeating: "\u{20000}", count: 1_000),
            String(repeating: "Seoul, ", count: 570),
        ])
    func findsAtMostOneCity(address: String) async throws {
        let cities = try await names(address, limit: 3)
        #expect(cities.count <= 1)
        if address.utf8.count > 4_000 || !address.contains(where: \.isLetter) { #expect(cities == []) }
    }
}
