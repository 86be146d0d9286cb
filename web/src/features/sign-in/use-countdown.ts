import { useCallback, useEffect, useState } from 'react';

/**
 * Returns the seconds left until a set time (0 once it has passed), and a function that sets this
 * time to a number of seconds from now.
 */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (end <= Date.now()) return undefined;
    // Browsers wake background tabs less often, so this reads the clock instead of counting.
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
