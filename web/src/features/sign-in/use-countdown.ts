import { useCallback, useEffect, useState } from 'react';

/** Seconds left until a moment, zero when it has come; and a way to set one that many seconds ahead. */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (end <= Date.now()) return undefined;
    // A tab in the background is woken less often, so time is read rather than counted.
    const timer = setInterval(tick, 250);
    const stop = setTimeout(() => clearInterval(timer), end - Date.now() + 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
    };
  }, [end]);
  const start = useCallback((seconds: number) => setEnd(Date.now() + seconds * 1000), []);
  return [secondsLeft, start];
}
