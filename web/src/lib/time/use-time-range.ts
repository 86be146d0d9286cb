import { useMemo } from 'react';
import type { TimeRangeSearch } from './time-range.js';

/** Returns the time range in a URL, as the same object while it does not change. */
export function useTimeRange(search: TimeRangeSearch): TimeRangeSearch {
  const { timeRangeKey, timeRangeStart, timeRangeEnd } = search;
  return useMemo(
    () => ({ timeRangeKey, timeRangeStart, timeRangeEnd }),
    [timeRangeKey, timeRangeStart, timeRangeEnd],
  );
}
