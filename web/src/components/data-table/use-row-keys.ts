import { type RefObject, useEffect, useEffectEvent } from 'react';

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 };

/** Moves the focus between row links with the arrow keys, page keys, Home and End. */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  scrollTo: (index: number) => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent, element: HTMLElement) => {
    const next = findNextRow(event, rowCount);
    if (next === undefined) return;
    event.preventDefault();
    scrollTo(next);
    // The row may have to be rendered first; two frames let the virtualizer scroll and render.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(element, next)));
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const listener = (event: KeyboardEvent) => onKeyDown(event, element);
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [scroller]);
}

/** Returns the index of the row that has the focus. */
export function findFocusedRow(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-index]');
  return row ? Number(row.dataset['index']) : undefined;
}

function findNextRow(event: KeyboardEvent, rowCount: number): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  // Select fields and check boxes in a row use these keys themselves.
  if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) {
    return undefined;
  }
  const row = event.target instanceof Element ? event.target.closest('tr[data-index]') : null;
  if (!(row instanceof HTMLElement)) return undefined;
  const index = Number(row.dataset['index']);
  const wanted =
    event.key === 'Home' ? 0 : event.key === 'End' ? rowCount - 1 : index + (STEP[event.key] ?? 0);
  const next = Math.min(Math.max(wanted, 0), rowCount - 1);
  return next === index ? undefined : next;
}

function focusRow(container: HTMLElement, index: number): void {
  container
    .querySelector<HTMLElement>(`tr[data-index="${index}"] a`)
    ?.focus({ preventScroll: true });
}
