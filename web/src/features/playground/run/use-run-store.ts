import { useEffect, useState, useSyncExternalStore } from 'react';
import { subscribe } from '../../../lib/data/graphql-subscription.js';
import { ChatCompletionSubscription } from '../api/chat-completion.js';
import type { Run } from './run.js';
import { RunStore } from './run-store.js';

/** Returns the answers of a page, which are canceled with it. */
export function useRunStore(): RunStore {
  const [store] = useState(
    () => new RunStore((input, sink) => subscribe(ChatCompletionSubscription, { input }, sink)),
  );
  useEffect(() => () => store.leaveAll(), [store]);
  return store;
}

/** Returns the run of a variant, as it grows. */
export function useRun(store: RunStore, key: string): Run | undefined {
  return useSyncExternalStore(store.subscribe, () => store.find(key));
}

/** Whether a variant is running, or any of them without a key. */
export function useIsRunning(store: RunStore, key?: string): boolean {
  return useSyncExternalStore(store.subscribe, () =>
    key === undefined ? store.isAnyRunning() : store.isRunning(key),
  );
}
