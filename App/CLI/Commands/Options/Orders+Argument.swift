public import ArgumentParser
public import FermataDomain

extension SortOrder: ExpressibleByArgument {}
extension TrackOrder: ExpressibleByArgument {}
