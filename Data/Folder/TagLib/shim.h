// TagLib is C++, so its headers are included by CTagReader only. This module links the library.
