import type { MouseEvent } from 'react';

/**
 * Whether a click in a row should open the row: not on a link or button with its own action, and
 * not at the end of a text selection.
 */
export function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('a, button, input, select, label, [role="menuitem"]')) return false;
  return event.button === 0 && (getSelection()?.isCollapsed ?? true);
}
