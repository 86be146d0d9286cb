import { formatExact, formatPlural } from '../../../lib/format/numbers.js';
import type { Queue, QueueTarget } from './api/queues.js';

/** The kinds of items of a queue, in the order of the form. */
export const TARGETS: readonly { value: QueueTarget; label: string; noun: string }[] = [
  { value: 'TRACE', label: 'Traces', noun: 'trace' },
  { value: 'SPAN', label: 'Spans', noun: 'span' },
  { value: 'SESSION', label: 'Sessions', noun: 'session' },
];

/** Returns `trace`, `span` or `session`. */
export function getNoun(target: QueueTarget): string {
  return TARGETS.find(({ value }) => value === target)?.noun ?? 'item';
}

type Progress = Pick<Queue['progress'], 'total' | 'done' | 'inProgress' | 'available' | 'viewer'>;

/** Says why a queue has no item left for the user, and what happens next. */
export function describeRest({ total, done, inProgress }: Progress): {
  title: string;
  text: string;
} {
  if (total === 0) {
    return {
      title: 'This queue is empty',
      text: 'Select rows in the lists of traces, spans or sessions, and add them to the queue.',
    };
  }
  const rest = total - done;
  if (rest === 0) {
    return {
      title: 'All done',
      text: `All ${formatPlural(total, 'item')} of this queue are judged.`,
    };
  }
  return {
    title: 'Nothing left for you',
    text:
      inProgress > 0
        ? `Others are judging ${formatPlural(rest, 'remaining item')}. If they give one up, you can take it.`
        : `You have judged everything you can. ${formatPlural(rest, 'item still needs', 'items still need')} judgments from others.`,
  };
}

/** `12 of 50`. */
export function describeProgress({ total, done }: Pick<Progress, 'total' | 'done'>): string {
  return `${formatExact(done)} of ${formatExact(total)}`;
}
