import FermataData
import FermataDomain
import Foundation
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

    @Test(
        "finds the town of a venue in its country, at most 60 km away",
        arguments: [
            ("Colston Hall, Bristol BS1 5AR", "United Kingdom", 51.4545, -2.5985),
            ("O2 Academy, 570 Christchurch Road, Boscombe, Bournemouth, Dorset", "United Kingdom", 50.73, -1.84),
            ("The Forum, Elmgrove Road, Bath, Somerset, BA1 1UG", "United Kingdom", 51.3797, -2.3620),
            ("The Waterfront, 139-141 King Street, Norwich, Norfolk NR1 1QH", "United Kingdom", 52.6246, 1.3018),
            ("Theatre Royal, Corporation Street, Boston, Lincolnshire", "United Kingdom", 52.98, -0.02),
            ("Cambridge Junction, Clifton Way, Cambridge, Cambridgeshire", "United Kingdom", 52.1905, 0.1361),
            ("Barrowland Ballroom, 244 Gallowgate, Glasgow G4 0TT", "United Kingdom", 55.8553, -4.2367),
            ("The Caird Hall, City Square, Dundee, Angus", "United Kingdom", 56.4598, -2.9690),
            ("Clwb Ifor Bach, 11 Womanby Street, Cardiff, South Glamorgan", "United Kingdom", 51.4807, -3.1816),
            ("Ulster Hall, Bedford Street, Belfast, County Antrim", "United Kingdom", 54.5954, -5.9318),
            ("Whelan's, 25 Wexford Street, Dublin 2, Ireland", "Ireland", 53.3365, -6.2657),
            ("Dolan's Warehouse, Dock Road, Limerick, Munster", "Ireland", 52.66, -8.64),
            ("Teatro Real, Plaza de Isabel II, Madrid, España", "Spain", 40.4184, -3.7106),
            ("Teatro Maravillas, Calle Mayor 1, Salamanca, Madrid, España", "Spain", 40.4284, -3.7029),
            ("Sala Razzmatazz, Carrer dels Almogàvers 122, 08018 Barcelona", "Spain", 41.3977, 2.1911),
            ("Kafe Antzokia, San Vicente 2, Bilbao, Vizcaya", "Spain", 43.2655, -2.9262),
            ("Palacio de Festivales, Calle Gamazo s/n, Santander, Cantabria", "Spain", 43.4605, -3.7925),
            ("Casa da Música, Avenida da Boavista 604-610, 4149-071 Porto", "Portugal", 41.1589, -8.6307),
            ("Coliseu dos Recreios, Rua das Portas de Santo Antão 96, Lisboa", "Portugal", 38.7169, -9.1400),
            ("Philharmonie de Paris, 221 Avenue Jean Jaurès, 75019 Paris", "France", 48.8898, 2.3937),
            ("Le Transbordeur, 3 Boulevard de Stalingrad, Villeurbanne, France", "France", 45.7837, 4.8603),
            ("Elbphilharmonie, Platz der Deutschen Einheit 4, 20457 Hamburg", "Germany", 53.5413, 9.9841),
            ("Gewandhaus, Augustusplatz 8, 04109 Leipzig, Sachsen", "Germany", 51.3379, 12.3809),
            ("Musikverein, Musikvereinsplatz 1, 1010 Wien", "Austria", 48.2005, 16.3725),
            ("Moods, Schiffbaustrasse 6, 8005 Zürich, Schweiz", "Switzerland", 47.3886, 8.5187),
            ("TivoliVredenburg, Vredenburgkade 11, 3511 WC Utrecht", "The Netherlands", 52.0926, 5.1132),
            ("Muziekgieterij, Boschstraat 5, 6211 AS Maastricht, Limburg", "The Netherlands", 50.8555, 5.6928),
            ("Ancienne Belgique, Boulevard Anspach 110, 1000 Bruxelles", "Belgium", 50.8470, 4.3489),
            ("Teatro alla Scala, Via Filodrammatici 2, 20121 Milano", "Italy", 45.4674, 9.1895),
            ("Estragon, Via Stalingrado 83, Bologna, Emilia-Romagna", "Italy", 44.5175, 11.3576),
            ("Vega, Enghavevej 40, 1674 København", "Denmark", 55.6680, 12.5437),
            ("Rockefeller, Torggata 16, 0181 Oslo, Norge", "Norway", 59.9161, 10.7501),
            ("Stodoła, Batorego 10, 02-591 Warszawa", "Poland", 52.2107, 21.0107),
            ("Teatro Colón, Cerrito 628, Buenos Aires, Argentina", "Argentina", -34.6010, -58.3832),
            ("Ópera de Arame, Rua João Gava 970, Curitiba, Paraná", "Brazil", -25.3847, -49.2763),
            ("Theatro Pedro II, Rua Álvares Cabral 370, Ribeirão Preto, São Paulo", "Brazil", -21.1762, -47.8096),
            ("Blue Note, Avenida Nossa Senhora de Copacabana, Ipanema, Rio de Janeiro", "Brazil", -22.98, -43.19),
            ("Circo Voador, Rua dos Arcos, Lapa, Rio de Janeiro", "Brazil", -22.9130, -43.1809),
            ("Teatro Diana, Av. 16 de Septiembre 710, Guadalajara, Jalisco, México", "Mexico", 20.6668, -103.3476),
            ("Teatro Metropolitano, Calle 41 # 57-30, Medellín, Antioquia", "Colombia", 6.2436, -75.5780),
            ("Bluebird Theater, 3317 E Colfax Ave, Denver, CO 80206", "United States", 39.7404, -104.9480),
            ("The NorVa, 317 Monticello Ave, Norfolk, VA 23510", "United States", 36.8500, -76.2890),
            ("First Avenue, 701 N 1st Ave, Minneapolis, Minnesota", "United States", 44.9786, -93.2760),
            ("9:30 Club, 815 V St NW, Washington, DC", "United States", 38.9180, -77.0236),
            ("Commodore Ballroom, 868 Granville St, Vancouver, BC", "Canada", 49.2806, -123.1205),
            ("The Corner Hotel, 57 Swan Street, Richmond, Melbourne VIC 3121", "Australia", -37.8247, 144.9953),
            ("Isaac Theatre Royal, 145 Gloucester Street, Christchurch, Canterbury", "New Zealand", -43.5300, 172.6390),
            ("Blue Note Tokyo, 6-3-16 Minami-Aoyama, Minato-ku, Tokyo", "Japan", 35.6612, 139.7161),
        ])
    func findsTownOfVenue(address: String, country: String, latitude: Double, longitude: Double) async throws {
        let place = try #require(try await geocoder.places(at: address, limit: 1).first)
        #expect(place.name.hasSuffix(", \(country)"))
        let truth = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(place.coordinate.kilometres(to: truth) <= 60, "\(place)")
    }

    @Test(
        "finds the town beside districts and provinces with a city's name",
        arguments: [
            ("Lincoln Hall, Chicago, Lincoln Park", 41.9260, -87.6498),
            ("Village Vanguard, 178 7th Ave S, Greenwich Village, Manhattan", 40.7360, -74.0017),
            ("Fabrik, Barnerstraße 36, Altona, Hamburg", 53.5550, 9.9300),
            ("Batschkapp, Frankfurt", 50.1300, 8.7300),
            ("Sala Apolo, Nou de la Rambla 113, Barcelona, Catalunya", 41.3744, 2.1697),
            ("Teatro Principal, Burgos, Castilla y León", 42.3400, -3.7000),
            ("Riverside, Newcastle upon Tyne", 54.9700, -1.6100),
            ("Kings Theatre, Southsea, Portsmouth", 50.7870, -1.0850),
            ("The Wardrobe, Leeds, West Yorkshire", 53.7980, -1.5350),
            ("The Stables, Milton Keynes, Bucks", 52.0200, -0.7200),
            ("Teatro Leal, La Laguna, Tenerife", 28.4870, -16.3150),
            ("Enmore Theatre, Newtown, Sydney", -33.8990, 151.1740),
            ("Town Hall, Wellington, New Zealand", -41.2890, 174.7770),
            ("The Playhouse, Durban, Natal", -29.8600, 31.0250),
            ("Baxter Theatre, Rondebosch, Cape Town", -33.9570, 18.4700),
            ("Wembley Arena, Wembley, Middlesex", 51.5580, -0.2830),
            ("Fairfield Halls, Croydon, Surrey", 51.3720, -0.0960),
            ("G Live, Guildford, Surrey", 51.2400, -0.5670),
            ("The Hexagon, Reading, Berkshire", 51.4560, -0.9760),
            ("Auditorio, Logroño, La Rioja", 42.4600, -2.4300),
            ("Lincoln Theatre, Columbus", 39.9660, -82.9800),
            ("Perth Concert Hall, Perth, Perthshire", 56.3970, -3.4280),
            ("Eden Court, Inverness, Highland", 57.4730, -4.2300),
            ("St David's Hall, The Hayes, Cardiff, Glamorgan", 51.4800, -3.1760),
            ("Gala Theatre, Durham, County Durham", 54.7770, -1.5740),
            ("Carolina Theatre, Durham, NC", 35.9970, -78.9020),
            ("The Sugarmill, Hanley, Stoke-on-Trent, Staffordshire", 53.0250, -2.1760),
            ("Richmond Theatre, The Green, Richmond, Surrey", 51.4620, -0.3050),
            ("Cork Opera House, Emmet Place, Cork, Munster", 51.9000, -8.4730),
            ("De Roma, Turnhoutsebaan 327, Borgerhout, Antwerpen", 51.2160, 4.4500),
            ("Huxleys, Neukölln, Berlin", 52.4860, 13.4240),
            ("Stadsschouwburg, Groningen, Groningen", 53.2200, 6.5690),
            ("Victoria Hall, Halifax, West Yorkshire", 53.7210, -1.8640),
            ("Halifax, Nova Scotia", 44.6490, -63.5750),
            ("Teatro Cervantes, Almería, Andalucía", 36.8400, -2.4640),
            ("Teatro Solís, Buenos Aires 678, Montevideo", -34.9070, -56.2010),
            ("Norwich Arts Centre, St Benedicts, Norwich", 52.6310, 1.2880),
        ])
    func findsTownBesideAmbiguousNames(address: String, latitude: Double, longitude: Double) async throws {
        let truth = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let place = try #require(try await geocoder.places(at: address, limit: 1).first)
        #expect(place.coordinate.kilometres(to: truth) <= 60, "\(place)")
    }
}

extension Coordinate {
    /// The distance on a plane, which is exact enough for near places.
    fileprivate func kilometres(to other: Coordinate) -> Double {
        let north = other.latitude - latitude
        let east = (other.longitude - longitude) * cos(latitude * .pi / 180)
        return 111.2 * (north * north + east * east).squareRoot()
    }
}
