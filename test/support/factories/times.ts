/** Default times, two seconds apart, with microseconds. */
export const DEFAULT_START = '2026-03-01T10:00:00.120456+00:00';
export const DEFAULT_END = '2026-03-01T10:00:02.120457+00:00';
