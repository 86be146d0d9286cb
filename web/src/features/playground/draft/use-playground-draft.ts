import { useCallback, useEffect, useRef, useState } from 'react';
import { basePath } from '../../../lib/page/base-url.js';
import {
  copyPlaygroundDraft,
  createPlaygroundDraft,
  type PlaygroundDraft,
  type PlaygroundStart,
} from './playground-draft.js';

/** Changes when stored drafts could no longer be read. */
const FORMAT = 1;

/** Writing a draft with images takes a while, so it waits for a pause. */
const PAUSE_MS = 400;

interface StoredDraft {
  format: number;
  draft: PlaygroundDraft;
}

/**
 * The draft of a page, kept in this tab, so that it survives a reload and a visit to another page.
 * @param source what the page starts from, such as a version of a prompt.
 */
export function usePlaygroundDraft(source: string, start: PlaygroundStart) {
  const key = `playground.${source}${basePath}`;
  const [opened] = useState(() => {
    const stored = readDraft(key);
    return { draft: stored ?? createPlaygroundDraft(start), isRestored: stored !== undefined };
  });
  const [draft, setDraft] = useState(opened.draft);
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const store = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    writeDraft(key, latest.current);
  }, [key]);

  const change = useCallback(
    (update: (draft: PlaygroundDraft) => PlaygroundDraft) => {
      latest.current = update(latest.current);
      setDraft(latest.current);
      timer.current ??= setTimeout(store, PAUSE_MS);
    },
    [store],
  );
  /** Returns the draft as it is now, also between two renderings. */
  const read = useCallback(() => latest.current, []);
  const startOver = useCallback(() => {
    change(() => createPlaygroundDraft(start));
  }, [change, start]);

  useEffect(() => {
    const storeAtOnce = () => {
      if (timer.current !== undefined) store();
    };
    addEventListener('pagehide', storeAtOnce);
    return () => {
      removeEventListener('pagehide', storeAtOnce);
      storeAtOnce();
    };
  }, [store]);

  return { draft, read, change, startOver, isRestored: opened.isRestored };
}

function readDraft(key: string): PlaygroundDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredDraft | null;
    return stored?.format === FORMAT ? copyPlaygroundDraft(stored.draft) : undefined;
  } catch {
    return undefined;
  }
}

function writeDraft(key: string, draft: PlaygroundDraft): void {
  try {
    const stored: StoredDraft = { format: FORMAT, draft: omitHeaders(draft) };
    sessionStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // If storage is full or forbidden, the draft lives as long as the page.
  }
}

/** Headers may contain keys, which must not be stored in the browser. */
function omitHeaders(draft: PlaygroundDraft): PlaygroundDraft {
  return {
    ...draft,
    variants: draft.variants.map((variant) => ({
      ...variant,
      connection: { ...variant.connection, headers: '' },
    })),
  };
}
