/// Changes of a to-do; nil leaves a value unchanged.
public struct ToDoEdit: Equatable, Sendable {
    public var title: String?
    public var description: String?
    /// The new date; `.some(nil)` removes it.
    public var timestamp: DueDate??
    /// The new name of the place; the address is used as the name if this is blank.
    public var place: String?
    /// The new address; a blank one removes address and coordinate.
    public var address: String?
    /// The new subject; `.some(nil)` removes it.
    public var subject: ToDoSubject??

    public init(
        title: String? = nil, description: String? = nil, timestamp: DueDate?? = nil, place: String? = nil,
        address: String? = nil, subject: ToDoSubject?? = nil
    ) {
        self.title = title
        self.description = description
        self.timestamp = timestamp
        self.place = place
        self.address = address
        self.subject = subject
    }

    /// Returns whether the edit changes the address of an item, so that its coordinate is unknown.
    func changesAddress(of item: ToDoItem) -> Bool {
        address.map { $0 != item.location?.address ?? "" } ?? false
    }

    /// Changes an item; `found` is the place at its new address.
    func apply(to item: inout ToDoItem, found: Place?) {
        item.location = location(of: item, found: found)
        item.title = title ?? item.title
        item.description = description ?? item.description
        item.timestamp = timestamp ?? item.timestamp
        item.subject = subject ?? item.subject
    }

    private func location(of item: ToDoItem, found: Place?) -> Location? {
        let (old, oldAddress) = (item.location, item.location?.address ?? "")
        // If the address was used as the name of the place, the new address replaces it.
        let oldName = old?.name == oldAddress ? "" : old?.name ?? ""
        if changesAddress(of: item) {
            return Location(place: place ?? oldName, address: address ?? "", found: found)
        }
        guard let place, place != old?.name, var location = old ?? Location(place: place, address: "", found: nil)
        else {
            return old
        }
        guard let name = [place, oldAddress].first(where: { !$0.isBlank }) else { return nil }
        location.name = name
        return location
    }
}
