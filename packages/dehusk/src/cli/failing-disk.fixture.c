/* Preloaded into a process: the FAIL_AT-th call of the kind FAIL_CALL (write or sync) on a file whose path contains FAIL_PATH
   fails with the number FAIL_ERRNO; with FAIL_ALWAYS, all calls after it, too. Each failure is written to FAIL_LOG. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int calls;

static int fails(const char *kind, int file) {
  const char *call = getenv("FAIL_CALL"), *path = getenv("FAIL_PATH"), *at = getenv("FAIL_AT"), *log = getenv("FAIL_LOG");
  if (!call || !path || !at || !log || strcmp(call, kind)) return 0;
  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  if (!strstr(name, path)) return 0;
  int number = atomic_fetch_add(&calls, 1) + 1;
  if (number < atoi(at) || (number > atoi(at) && !getenv("FAIL_ALWAYS"))) return 0;
  FILE *out = fopen(log, "a");
  if (out) {
    fprintf(out, "%s\n", name);
    fclose(out);
  }
  errno = atoi(getenv("FAIL_ERRNO"));
  return 1;
}

#define FAILING(kind, result, name, parameters, arguments)                        \
  result name parameters {                                                        \
    static result(*real) parameters;                                              \
    if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name);              \
    return fails(kind, file) ? -1 : real arguments;                               \
  }

FAILING("write", ssize_t, write, (int file, const void *from, size_t size), (file, from, size))
FAILING("write", ssize_t, pwrite, (int file, const void *from, size_t size, off_t at), (file, from, size, at))
FAILING("write", ssize_t, pwrite64, (int file, const void *from, size_t size, off64_t at), (file, from, size, at))
FAILING("write", ssize_t, writev, (int file, const struct iovec *from, int count), (file, from, count))
FAILING("write", ssize_t, pwritev, (int file, const struct iovec *from, int count, off_t at), (file, from, count, at))
FAILING("write", ssize_t, pwritev64, (int file, const struct iovec *from, int count, off64_t at), (file, from, count, at))
FAILING("sync", int, fsync, (int file), (file))
FAILING("sync", int, fdatasync, (int file), (file))
