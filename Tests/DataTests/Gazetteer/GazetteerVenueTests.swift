import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Gazetteer geocoder and venues")
struct GazetteerVenueTests {
    private let geocoder = GazetteerGeocoder()

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
