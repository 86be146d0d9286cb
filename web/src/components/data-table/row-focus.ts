import type { KeyboardEvent } from 'react';

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 };

/** Moves focus between the links of rows: arrows, page keys, Home and End. */
export function moveRowFocus(
  event: KeyboardEvent<HTMLDivElement>,
  rowCount: number,
  scrollTo: (index: number) => void,
): void {
  const row = event.target instanceof Element ? event.target.closest('tr[data-index]') : null;
  if (!(row instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const index = Number(row.dataset['index']);
  const wanted =
    event.key === 'Home' ? 0 : event.key === 'End' ? rowCount - 1 : index + (STEP[event.key] ?? 0);
  const next = Math.min(Math.max(wanted, 0), rowCount - 1);
  if (next === index) return;
  event.preventDefault();
  scrollTo(next);
  const container = event.currentTarget;
  // The row may have to be drawn first: two frames let the virtualiser scroll and render.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      container
        .querySelector<HTMLElement>(`tr[data-index="${next}"] a`)
        ?.focus({ preventScroll: true });
    }),
  );
}
