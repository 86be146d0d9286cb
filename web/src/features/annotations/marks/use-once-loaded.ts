import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs an action with its argument: at once, or as soon as what it depends
 * on has loaded. Of several presses before that, only the last counts.
 */
export function useOnceLoaded<Argument>(
  isLoaded: boolean,
  action: (argument: Argument) => void,
): (argument: Argument) => void {
  const held = useRef<{ argument: Argument }>(undefined);
  useEffect(() => {
    if (!isLoaded || !held.current) return;
    const { argument } = held.current;
    held.current = undefined;
    action(argument);
  });
  return (argument) => {
    if (isLoaded) action(argument);
    else held.current = { argument };
  };
}
