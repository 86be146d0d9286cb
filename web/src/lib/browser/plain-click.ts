import type { MouseEvent } from 'react';

/**
 * Whether a click on a row is meant for the row. Links and buttons in it have their own actions, and
 * selecting text is not a click.
 */
export function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('a, button, input, select, label, [role="menuitem"]')) return false;
  return event.button === 0 && (getSelection()?.isCollapsed ?? true);
}
