/* Preloaded into a process: writes every change of files below RECORD_PATH to RECORD_LOG, in the order in which they happen:
   a line "KIND OFFSET PATH-LENGTH DATA-LENGTH", the path and the data. Kinds: W a write, D one that is on the disk when it
   returns (O_DSYNC), S a sync, C a new file, L another length (the offset), K a second name (the data), R another name (the data), U a removed name. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

/* Held during a call and its record: the order of records is that of the calls. */
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

static int is_recorded(const char *path) {
  const char *below = getenv("RECORD_PATH");
  return below && getenv("RECORD_LOG") && !strncmp(path, below, strlen(below));
}

static int path_of(int file, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
  return is_recorded(path);
}

static void absolute(const char *given, char *path) {
  char folder[PATH_MAX] = "";
  if (given[0] != '/' && getcwd(folder, sizeof folder)) strcat(folder, "/");
  snprintf(path, PATH_MAX, "%s%s", folder, given);
}

static void record(char kind, const char *path, off_t offset, const void *data, size_t size) {
  static int log = -1;
  if (log < 0) log = REAL(open)(getenv("RECORD_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  char head[PATH_MAX + 100];
  int length = snprintf(head, sizeof head, "%c %lld %zu %zu\n%s", kind, (long long)offset, strlen(path), size, path);
  struct iovec parts[] = {{head, length}, {(void *)data, size}};
  if (REAL(writev)(log, parts, 2) != (ssize_t)(length + size)) abort();
}

static void record_write(int file, const char *path, off_t at, const struct iovec *from, ssize_t size) {
  if (size <= 0) return;
  char *data = malloc(size);
  size_t copied = 0;
  for (; copied < (size_t)size; from++) {
    size_t part = from->iov_len < size - copied ? from->iov_len : size - copied;
    memcpy(data + copied, from->iov_base, part);
    copied += part;
  }
  record(fcntl(file, F_GETFL) & O_DSYNC ? 'D' : 'W', path, at, data, size);
  free(data);
}

/* The offset of a write without one. */
static off_t place(int file) {
  struct stat about;
  return fcntl(file, F_GETFL) & O_APPEND && !fstat(file, &about) ? about.st_size : lseek(file, 0, SEEK_CUR);
}

#define WRITING(name, parameters, arguments, offset, vector)  \
  ssize_t name parameters {                                          \
    char path[PATH_MAX];                                             \
    if (!path_of(file, path)) return REAL(name) arguments;           \
    pthread_mutex_lock(&order);                                      \
    off_t start = offset;                                            \
    ssize_t size = REAL(name) arguments;                             \
    record_write(file, path, start, vector, size);                   \
    pthread_mutex_unlock(&order);                                    \
    return size;                                                     \
  }
#define ONE ((struct iovec[]){{(void *)from, length}})

WRITING(write, (int file, const void *from, size_t length), (file, from, length), place(file), ONE)
WRITING(pwrite, (int file, const void *from, size_t length, off_t at), (file, from, length, at), at, ONE)
WRITING(pwrite64, (int file, const void *from, size_t length, off64_t at), (file, from, length, at), at, ONE)
WRITING(writev, (int file, const struct iovec *from, int count), (file, from, count), place(file), from)
WRITING(pwritev, (int file, const struct iovec *from, int count, off_t at), (file, from, count, at), at, from)
WRITING(pwritev64, (int file, const struct iovec *from, int count, off64_t at), (file, from, count, at), at, from)

#define CHANGING(kind, name, parameters, arguments, offset)          \
  int name parameters {                                              \
    char path[PATH_MAX];                                             \
    if (!path_of(file, path)) return REAL(name) arguments;           \
    pthread_mutex_lock(&order);                                      \
    int failed = REAL(name) arguments;                               \
    if (!failed) record(kind, path, offset, "", 0);                  \
    pthread_mutex_unlock(&order);                                    \
    return failed;                                                   \
  }

CHANGING('S', fsync, (int file), (file), 0)
CHANGING('S', fdatasync, (int file), (file), 0)
CHANGING('L', ftruncate, (int file, off_t length), (file, length), length)
CHANGING('L', ftruncate64, (int file, off64_t length), (file, length), length)

#define NAMING(kind, name, parameters, arguments, first, second)     \
  int name parameters {                                              \
    char before[PATH_MAX], after[PATH_MAX];                          \
    absolute(first, before);                                         \
    absolute(second, after);                                         \
    if (!is_recorded(before)) return REAL(name) arguments;           \
    pthread_mutex_lock(&order);                                      \
    int failed = REAL(name) arguments;                               \
    if (!failed) record(kind, before, 0, after, strlen(after));      \
    pthread_mutex_unlock(&order);                                    \
    return failed;                                                   \
  }

NAMING('K', link, (const char *from, const char *to), (from, to), from, to)
NAMING('R', rename, (const char *from, const char *to), (from, to), from, to)
NAMING('U', unlink, (const char *name), (name), name, "")

#define OPENING(name)                                                \
  int name(const char *given, int flags, ...) {                      \
    va_list rest;                                                    \
    va_start(rest, flags);                                           \
    int mode = va_arg(rest, int);                                    \
    va_end(rest);                                                    \
    char path[PATH_MAX];                                             \
    absolute(given, path);                                           \
    int is_new = access(path, F_OK);                                 \
    pthread_mutex_lock(&order);                                      \
    int file = REAL(name)(given, flags, mode);                       \
    if (file >= 0 && path_of(file, path)) {                          \
      if (is_new && flags & O_CREAT) record('C', path, 0, "", 0);    \
      if (flags & O_TRUNC) record('L', path, 0, "", 0);              \
    }                                                                \
    pthread_mutex_unlock(&order);                                    \
    return file;                                                     \
  }

OPENING(open)
OPENING(open64)
