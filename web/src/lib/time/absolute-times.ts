import { useSyncExternalStore } from 'react';

const KEY = 'absolute-times';

let isAbsolute = read();
const listeners = new Set<() => void>();

/** Whether the user wants to see when something happened instead of how long ago. */
export function useAbsoluteTimes(): boolean {
  return useSyncExternalStore(subscribe, () => isAbsolute);
}

/** Remembers the choice in this browser, and changes all times on the page. */
export function chooseAbsoluteTimes(value: boolean): void {
  isAbsolute = value;
  for (const notify of listeners) notify();
  try {
    if (value) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // If storage is full or forbidden, the choice is just not remembered.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}
