import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { isOverlayOpen } from './overlays.js';

type HeldKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Keys that type, or that go on, back or away. All others act at once, such as Tab and F5. */
const HOLDABLE = /^(?:.|Enter|Escape|Backspace|ArrowLeft|ArrowRight)$/u;

/** The elements that users type into, except for the fields of a view that waits. */
const FIELD = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Marks a view whose fields get the keys that were held for them. Others are typed into at once. */
export const HELD_KEYS_VIEW = { 'data-held-keys': '' };

/** Keys wait no longer than this, so that the page never seems dead. */
const MAX_MS = 5000;

/** The keys that each part of the page that is not ready waits with. */
const holders = new Set<{ keys: RegExp }>();
let held: HeldKey[] = [];
let isPressing = false;
let isReleasing = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Called before held keys are dropped because the page took too long. */
const listeners = new Set<() => void>();

/**
 * While a part of the page is not ready, keeps the keys that are meant for it, and presses them one
 * by one once nothing on the page waits any more. So people can type faster than the server answers.
 * @param keys the names of the keys to begin with. Those pressed later wait as well, so that all
 * keep their order. None waits for longer than five seconds.
 */
export function useHeldKeys(isHeld: boolean, keys: RegExp = HOLDABLE): void {
  useLayoutEffect(() => {
    if (!isHeld) return undefined;
    const holder = { keys };
    holders.add(holder);
    timer ??= setTimeout(giveUp, MAX_MS);
    return () => {
      holders.delete(holder);
      void release();
    };
  }, [isHeld, keys]);
}

/** Calls a function before held keys are forgotten because what they are for takes too long. */
export function useSlowHeldKeys(onSlow: () => void): void {
  useLayoutEffect(() => {
    listeners.add(onSlow);
    return () => void listeners.delete(onSlow);
  }, [onSlow]);
}

function giveUp(): void {
  timer = undefined;
  holders.clear();
  if (held.length > 0) for (const onSlow of listeners) onSlow();
  dropHeldKeys();
}

/** Forgets the held keys, because what they were meant for will not come. Returns their number. */
export function dropHeldKeys(): number {
  const count = held.length;
  held = [];
  return count;
}

function hold(event: KeyboardEvent): void {
  if (isPressing || event.defaultPrevented || event.isComposing || event.altKey) return;
  if (isOtherField(event.target)) return;
  const { key, code, ctrlKey, metaKey, shiftKey } = event;
  const isMeant = [...holders].some(({ keys }) => keys.test(key));
  // Whoever closes what is loading no longer waits for it.
  if (key === 'Escape' && holders.size > 0 && !isMeant) dropHeldKeys();
  const isWaiting = held.length > 0 || isMeant;
  // Of the combinations, only Ctrl+Enter is a key of the page rather than of the browser.
  const isOfBrowser = !HOLDABLE.test(key) || ((ctrlKey || metaKey) && key !== 'Enter');
  if (!isWaiting || isOfBrowser || isOverlayOpen()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key !== 'Enter' || !event.repeat) held.push({ key, code, ctrlKey, metaKey, shiftKey });
}

function isOtherField(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest(FIELD) : null;
  return field !== null && !field.closest('[data-held-keys]');
}

// Before any component can listen, so that nothing acts on a held key.
addEventListener('keydown', hold, { capture: true });

async function release(): Promise<void> {
  if (isReleasing) return;
  isReleasing = true;
  for (;;) {
    // Whatever the last key began, and whatever just became ready, shows first.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (holders.size === 0) {
      clearTimeout(timer);
      timer = undefined;
    }
    const next = holders.size === 0 ? held.shift() : undefined;
    if (!next) break;
    press(next);
  }
  isReleasing = false;
}

function press(given: HeldKey): void {
  const active = document.activeElement;
  // Whoever has gone to another field since then did not mean that one.
  const target = active === null || isOtherField(active) ? document.body : active;
  isPressing = true;
  try {
    flushSync(() => {
      const event = new KeyboardEvent('keydown', { ...given, bubbles: true, cancelable: true });
      if (target.dispatchEvent(event)) type(target, given);
    });
  } finally {
    isPressing = false;
  }
}

/** Does what the browser does with a real key that nothing else has used. */
function type(target: Element, { key }: HeldKey): void {
  if (key === ' ' && target instanceof HTMLButtonElement) target.click();
  const isArea = target instanceof HTMLTextAreaElement;
  const isField = isArea || (target instanceof HTMLInputElement && target.selectionStart !== null);
  if (!isField || target.readOnly) return;
  const { selectionStart, selectionEnd } = target;
  const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0];
  if (key === 'Backspace') {
    target.setRangeText('', start === end ? Math.max(start - 1, 0) : start, end, 'end');
  } else if (key.length === 1 || (key === 'Enter' && isArea)) {
    target.setRangeText(key === 'Enter' ? '\n' : key, start, end, 'end');
  } else {
    return;
  }
  target.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
