import { useEffectEvent, useLayoutEffect } from 'react';
import { isOverlayOpen } from '../../../lib/browser/overlays.js';
import { useKeys } from '../../../lib/browser/use-keys.js';

interface ReviewKeys {
  finish?: () => void;
  skip?: () => void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  focusField?: () => void;
  focusNote?: () => void;
}

/** Controls that use Enter themselves. The labels of a config are chosen with the space bar. */
const USES_ENTER =
  'a, summary, textarea, button:not([aria-pressed]), select, [role="tree"], [role="tablist"], [contenteditable="true"]';
/** Controls that use the arrow keys themselves. */
const USES_ARROWS =
  'input, textarea, select, [role="tree"], [role="tablist"], [role="separator"], [role="slider"], [role="radiogroup"], [contenteditable="true"]';
/** The keys with which a person goes through a queue. */
export function useReviewKeys(keys: ReviewKeys, panelLabel: string): void {
  useKeys({
    s: keys.skip,
    j: keys.next,
    k: keys.previous,
    e: keys.focusField,
    n: keys.focusNote,
  });

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    // Ctrl+Enter in a note saves the note, and finishes the item.
    if (event.defaultPrevented && !(hasModifier && event.key === 'Enter')) return;
    if (event.isComposing || event.altKey || isOverlayOpen()) return;
    const target = event.target instanceof Element ? event.target : undefined;
    const { finish, previous, next } = keys;
    if (event.key === 'Enter' && finish && !event.repeat) {
      const isTaken =
        target?.closest(USES_ENTER) ??
        (target?.closest(`[aria-label="${panelLabel}"]`) ? null : target?.closest('input'));
      if (!hasModifier && (isTaken || event.shiftKey)) return;
      event.preventDefault();
      finish();
    } else if (!hasModifier && !event.shiftKey && !target?.closest(USES_ARROWS)) {
      const action =
        event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    }
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // Bubbles first, so that the fields and the tree can use the key themselves.
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
