public import ArgumentParser
public import FermataDomain

extension SortOrder: ExpressibleByArgument {}
