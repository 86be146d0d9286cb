import { useMemo } from 'react';
import type { TimeRangeSearch } from './time-range.js';

/** Only the range of an address, the same object as long as it says the same. */
export function useRange(search: TimeRangeSearch): TimeRangeSearch {
  const { timeRangeKey, timeRangeStart, timeRangeEnd } = search;
  return useMemo(
    () => ({ timeRangeKey, timeRangeStart, timeRangeEnd }),
    [timeRangeKey, timeRangeStart, timeRangeEnd],
  );
}
