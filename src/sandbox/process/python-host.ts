/**
 * The functions outside of WebAssembly that Python can still call while code runs. They read the time, random
 * bytes and Python's own files, and leave nothing behind that is not restored after the run. All others are
 * closed, such as those of the interface to JavaScript (`python-realm.ts`).
 */
// cspell:disable
export const OPEN: readonly string[] = [
  // The limit of time, and calls of functions with few arguments.
  '_Py_CheckEmscriptenSignals_Helper',
  '_PyEM_TrampolineCall_JS',
  // Its memory, which is restored.
  'emscripten_get_heap_max',
  'emscripten_resize_heap',
  // Time and chance.
  '_gmtime_js',
  '_localtime_js',
  '_mktime_js',
  '_timegm_js',
  '_tzset_js',
  'clock_res_get',
  'clock_time_get',
  'emscripten_date_now',
  'emscripten_get_now',
  'random_get',
  // What the machine is.
  '_Py_emscripten_runtime',
  '__syscall_getuid32_js',
  '__syscall_umask_js',
  'environ_get',
  'environ_sizes_get',
  // Signals that code sends to itself, and programs, of which there are none.
  '__call_sighandler',
  '_emscripten_system',
  // Whether Python may wait, which it never may.
  '_maybe_poll_async',
  '_try_fcntl64',
  'can_run_sync_js',
  // Open files, which are restored.
  '__syscall_dup',
  '__syscall_fadvise64',
  '__syscall_fcntl64',
  '__syscall_fdatasync',
  '__syscall_ioctl',
  '__syscall_openat',
  '__syscall_poll',
  'fd_close',
  'fd_fdstat_get',
  'fd_pread',
  'fd_pwrite',
  'fd_read',
  'fd_seek',
  'fd_sync',
  'fd_write',
  // Files and folders, which the file system keeps from being changed.
  '__syscall_chmod',
  '__syscall_faccessat',
  '__syscall_fallocate',
  '__syscall_fchmod',
  '__syscall_fchmodat2',
  '__syscall_fchown32',
  '__syscall_fchownat',
  '__syscall_fstat64',
  '__syscall_fstatfs64',
  '__syscall_ftruncate64',
  '__syscall_getcwd',
  '__syscall_getdents64',
  '__syscall_lstat64',
  '__syscall_mkdirat',
  '__syscall_mknodat',
  '__syscall_newfstatat',
  '__syscall_readlinkat',
  '__syscall_renameat',
  '__syscall_rmdir',
  '__syscall_stat64',
  '__syscall_statfs64',
  '__syscall_symlinkat',
  '__syscall_truncate64',
  '__syscall_unlinkat',
  '__syscall_utimensat',
  '_mmap_js',
  '_msync_js',
  '_munmap_js',
];
// cspell:enable

/** `errno` of WASI, and an error of `getaddrinfo`. */
const EPERM = 63;
const EHOSTUNREACH = 23;
const EAI_FAIL = 4;

/**
 * The results of closed functions that code calls without meaning harm, so that it gets an `OSError`. Calling
 * any other one ends the process.
 */
export const REFUSED: readonly (readonly [name: string, result: number])[] = [
  ['__syscall_chdir', -EPERM],
  ['__syscall_fchdir', -EPERM], // cspell:disable-line
  ['__syscall_dup3', -EPERM],
  ['__syscall_pipe', -EPERM],
  ['_setitimer_js', -EPERM], // cspell:disable-line
  ['__syscall_socket', -EHOSTUNREACH],
  ['getaddrinfo', -EAI_FAIL],
  ['getnameinfo', -EAI_FAIL],
  ['_emscripten_lookup_name', 0],
];
