public import ArgumentParser
public import FermataDomain
public import FermataPresentation

extension SortOrder: ExpressibleByArgument {}
extension TrackOrder: ExpressibleByArgument {}
extension ToDoOrderKey: ExpressibleByArgument {}

extension PlayQueue.Repetition: ExpressibleByArgument {}
