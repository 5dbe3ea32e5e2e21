#ifndef OPENBENEATH_H
#define OPENBENEATH_H

/// Opens a path relative to an open folder and returns a descriptor, or -1 with the reason in `errno`.
///
/// Follows no symbolic link and never leaves the folder, whatever other programs rename meanwhile. `flags` are those of
/// `open` for reading. Source: https://man7.org/linux/man-pages/man2/openat2.2.html
int open_beneath(int folder, const char *path, int flags);

/// Does the same by opening the path's folders one after another, on systems without `openat2`. Refuses `..`.
int open_beneath_by_component(int folder, const char *path, int flags);

#endif
