import FermataPresentation
import Foundation

/// The limits of this process, below which the libraries that it uses end or stop it without a message.
enum SystemLimits {
    /// For the libraries, and for the event loop of each core.
    private static let openFiles = 32 + 4 * max(sysconf(CInt(_SC_NPROCESSORS_ONLN)), 1)
    /// In bytes; each thread reserves some.
    private static let addressSpace = 1 << 30

    /// The problem of limits that are too low; nil if they suffice. Raises the number of open files if the user may.
    static var problem: ProblemModel? {
        let files = raisedFileLimit()
        if files < openFiles {
            return ProblemModel(
                .overloaded, "The system lets this program open \(files) files, and it needs \(openFiles).",
                hint: "Raise the limit with “ulimit -n \(openFiles)”.")
        }
        if limit(RLIMIT_AS) < addressSpace {
            return ProblemModel(
                .overloaded, "The system lets this program use less than 1 GB of address space.",
                hint: "Raise the limit with “ulimit -v unlimited”.")
        }
        return nil
    }

    /// Raises the number of files as far as the user may, and returns it.
    private static func raisedFileLimit() -> UInt64 {
        var limits = rlimit()
        guard getrlimit(fileLimit, &limits) == 0, limits.rlim_cur < openFiles else { return limit(RLIMIT_NOFILE) }
        limits.rlim_cur = min(limits.rlim_max, rlim_t(openFiles))
        setrlimit(fileLimit, &limits)
        return limit(RLIMIT_NOFILE)
    }

    #if os(Linux)
        private static let fileLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        private static func limit(_ resource: __rlimit_resource) -> UInt64 {
            var limit = rlimit()
            return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : .max
        }
    #else
        private static let fileLimit = RLIMIT_NOFILE
        private static func limit(_ resource: CInt) -> UInt64 {
            var limit = rlimit()
            return getrlimit(resource, &limit) == 0 ? limit.rlim_cur : .max
        }
    #endif
}
