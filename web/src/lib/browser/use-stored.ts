import { useCallback, useState } from 'react';

/** State in local storage, or only in memory if the browser blocks storage. */
export function useStored<T>(key: string, initial: T): [T, (value: T) => void] {
  const [entry, setEntry] = useState(() => ({ key, value: read(key, initial) }));
  const value = entry.key === key ? entry.value : read(key, initial);
  const store = useCallback(
    (next: T) => {
      setEntry({ key, value: next });
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // If storage is full or forbidden, the choice is just not remembered.
      }
    },
    [key],
  );
  return [value, store];
}

function read<T>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? initial : (JSON.parse(text) as T);
  } catch {
    return initial;
  }
}
