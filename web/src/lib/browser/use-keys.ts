import { useEffectEvent, useLayoutEffect } from 'react';
import { isOverlayOpen } from './overlays.js';

/** Actions by key, as named by `KeyboardEvent.key`. */
type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Runs an action when its key is pressed while the component is mounted. Ignores keys typed into a
 * text field, combined with Ctrl, Alt or ⌘, or meant for a dialog or menu on top.
 */
export function useKeys(actions: KeyActions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (!action || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (isTyping(event.target) || isOverlayOpen()) return;
    event.preventDefault();
    action();
  });
  // Before the browser paints: a key must never act on what the page showed before.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // Captures the event before anything else: an open tooltip would swallow Escape.
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/** Inputs that take no text, such as radio buttons and check boxes. */
const TEXTLESS = new Set(['radio', 'checkbox', 'button', 'submit', 'range', 'file', 'color']);

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !TEXTLESS.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}
