import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useAbsoluteTimes } from '../../lib/time/absolute-times.js';
import { formatAbsolute, formatRelative, formatSecond } from '../../lib/time/time.js';

const TICK_MS = 10_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for every time on the page: a thousand rows must not start a thousand timers. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The clock stood still while the page showed no time.
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/**
 * `5m ago`, kept up to date, with the absolute time in the tooltip; or both the other way round, if the
 * user prefers absolute times. A dash if there is none.
 */
export function RelativeTime({ time }: { time: string | null | undefined }) {
  const current = useSyncExternalStore(subscribe, () => now);
  const isAbsolute = useAbsoluteTimes();
  if (!time) return <span aria-label="never">–</span>;
  // What has happened since the last tick has just happened.
  const ahead = Date.parse(time) - current;
  const relative = formatRelative(
    time,
    ahead < TICK_MS ? Math.max(current, current + ahead) : current,
  );
  const text = isAbsolute ? formatSecond(time) : relative;
  const absolute = formatAbsolute(time);
  return (
    <Tooltip label={isAbsolute ? `${absolute}, ${relative}` : absolute}>
      <time className="numeric" dateTime={time}>
        {text}
      </time>
    </Tooltip>
  );
}
