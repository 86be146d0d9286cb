import { useEffect, useRef } from 'react';
import { isOverlayOpen } from './overlays.js';

/** Actions by the key that starts them, as `KeyboardEvent.key` names it. */
type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Starts actions by single keys while the component is shown. Keys typed into a text field, pressed
 * with Ctrl, Alt or ⌘, or meant for a dialog or menu on top are left alone.
 */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      if (!action || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) {
        return;
      }
      if (isTyping(event.target) || isOverlayOpen()) return;
      event.preventDefault();
      action();
    };
    // Before anything else on the way: a tooltip that happens to be open would swallow Escape.
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Radio buttons, check boxes and the like are inputs too, but take no text. */
const TEXTLESS = new Set(['radio', 'checkbox', 'button', 'submit', 'range', 'file', 'color']);

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !TEXTLESS.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}
