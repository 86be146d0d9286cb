import { useMemo } from 'react';
import type { TimeRangeSearch } from './time-range.js';

/** Returns only the time range of a URL, as the same object while it stays the same. */
export function useTimeRange(search: TimeRangeSearch): TimeRangeSearch {
  const { timeRangeKey, timeRangeStart, timeRangeEnd } = search;
  return useMemo(
    () => ({ timeRangeKey, timeRangeStart, timeRangeEnd }),
    [timeRangeKey, timeRangeStart, timeRangeEnd],
  );
}
