import GRDB
import AsyncHTTPClient
import Crypto
import AsyncAlgorithms
import GRDBSQLite
public func dataStub() { _ = sqlite3_libversion(); _ = HTTPClient.shared; _ = try? DatabasePool(path: "/tmp/x"); _ = SHA256.hash(data: [1]) }
