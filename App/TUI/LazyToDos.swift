import FermataPresentation
import Synchronization

/// The list of to-dos, made when it is first asked for: locale and time zone take long to load.
final class LazyToDos: Sendable {
    private let make: @Sendable () -> ToDoListDataSource
    private let made = Mutex<ToDoListDataSource?>(nil)

    init(_ make: @escaping @Sendable () -> ToDoListDataSource) {
        self.make = make
    }

    var value: ToDoListDataSource {
        made.withLock { toDos in
            let value = toDos ?? make()
            toDos = value
            return value
        }
    }
}
