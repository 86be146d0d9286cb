import { type RefObject, useRef } from 'react';
import type { JudgmentsHandle } from '../judge/review-options.js';
import type { ReviewItem } from './api/review-steps.js';
import type { Review } from './use-review.js';

interface ItemActionsOptions {
  item: ReviewItem;
  review: Review;
  /** Whether the user holds the item, or is about to. */
  isMine: boolean;
  /** Whether the user has judged it before. */
  isDone: boolean;
  panel: RefObject<HTMLElement | null>;
  handle: RefObject<JudgmentsHandle | null>;
}

/** Returns functions that finish and skip an item of a queue. */
export function useItemActions(options: ItemActionsOptions) {
  const { item, review, isMine, isDone, panel, handle } = options;
  const { session, isBusy } = review;
  const askedAbout = useRef<string>(undefined);
  const finish = () => {
    if (isBusy) return;
    if (isMine) {
      void session.finish(
        item.id,
        async () => (await prepare(panel.current, handle)) ?? askAboutMissing(),
      );
    } else {
      void session.takeNext();
    }
  };
  /** Asks once for each item. Finishing it again confirms it. */
  const askAboutMissing = (): string | undefined => {
    const missing = handle.current?.listMissing() ?? [];
    if (missing.length === 0 || askedAbout.current === item.id) return undefined;
    askedAbout.current = item.id;
    const names = new Intl.ListFormat('en').format(missing);
    return `You have not judged ${names}. Finish the item again to leave ${missing.length === 1 ? 'it' : 'them'} out.`;
  };
  const skip = () => {
    if (isBusy) return;
    // What you have judged stays judged.
    if (isMine && !isDone) void session.skip(item.id);
    else void session.takeNext();
  };
  return { finish, skip };
}

/** Saves what was entered. Returns what keeps the item from being finished. */
async function prepare(
  panel: HTMLElement | null,
  handle: { current: JudgmentsHandle | null },
): Promise<string | undefined> {
  for (let tries = 0; tries < 100 && !handle.current?.isReady(); tries++) await pause(20);
  if (panel?.contains(document.activeElement)) {
    // A field saves its text when it loses the focus.
    panel.querySelector<HTMLElement>('section')?.focus({ preventScroll: true });
    await pause(0);
  }
  if (panel?.querySelector('[aria-invalid="true"]'))
    return 'The score is not valid. Correct it, then finish the item.';
  // What has just been saved may take a moment to be read back.
  if (!handle.current?.hasValue()) await pause(100);
  if (!handle.current?.hasValue()) {
    return 'You have not judged this item yet. Choose a value, or skip the item.';
  }
  return (await handle.current.settle())
    ? undefined
    : 'Your judgment could not be saved. Choose the value again.';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
