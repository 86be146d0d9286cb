import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { SpanKind } from '../../../components/spans/span-kinds.js';
import type { Queue, QueueTarget } from './api/queues.js';

/** The most items that a queue can have. */
export const MAX_ITEMS = 10_000;
/** The most people that a queue can ask to judge each item. */
const MAX_JUDGMENTS = 20;

/** Where the first items of a new queue come from. */
export type QueueSource = 'newest' | 'random' | 'none';

/** The typed values of the form of a queue. */
export interface QueueDraft {
  name: string;
  description: string;
  target: QueueTarget;
  configIds: string[];
  judgments: string;
  source: QueueSource;
  limit: string;
  failedOnly: boolean;
  rootsOnly: boolean;
  /** All if empty. */
  kinds: SpanKind[];
  /** Exact names of spans, separated by commas. */
  names: string;
}

/** Returns the draft of a queue to edit, or of a new one. */
export function createQueueDraft(
  queue: Queue | undefined,
  configIds: readonly string[],
  target: QueueTarget = 'TRACE',
): QueueDraft {
  return {
    name: queue?.name ?? '',
    description: queue?.description ?? '',
    target: queue?.target ?? target,
    configIds: queue ? queue.annotationConfigs.map(({ id }) => id) : [...configIds],
    judgments: String(queue?.judgmentsPerItem ?? 1),
    source: 'newest',
    limit: '50',
    failedOnly: false,
    rootsOnly: false,
    kinds: [],
    names: '',
  };
}

/** Checks the fields of a draft. */
export const DRAFT_RULES = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name.' : null),
  configIds: (ids: readonly string[]) => (ids.length === 0 ? 'Choose at least one config.' : null),
  judgments: (text: string) => findNumberProblem(text, MAX_JUDGMENTS),
  limit: (text: string, { source }: QueueDraft) =>
    source === 'none' ? null : findNumberProblem(text, MAX_ITEMS),
};

/** Returns what the form says about the queue itself. */
export function toContent({ name, description, configIds, judgments }: QueueDraft) {
  return {
    name: name.trim(),
    description: description.trim() || null,
    annotationConfigIds: configIds,
    judgmentsPerItem: Number(judgments),
  };
}

/** Returns which items to put into a new queue; null for none. */
export function toSource(draft: QueueDraft, range: TimeRangeSearch) {
  const { source, target, limit, failedOnly, rootsOnly, kinds } = draft;
  if (source === 'none') return null;
  const names = draft.names.split(',').flatMap((name) => name.trim() || []);
  return {
    filter: {
      timeRange: resolveTimeRange(range),
      limit: Number(limit),
      order: source === 'random' ? ('RANDOM' as const) : ('NEWEST' as const),
      ...(target !== 'SESSION' && failedOnly ? { failedOnly } : {}),
      ...(target === 'SPAN' && rootsOnly ? { rootSpansOnly: true } : {}),
      ...(target === 'SPAN' && kinds.length > 0 ? { kinds } : {}),
      ...(target === 'SPAN' && names.length > 0 ? { names } : {}),
    },
  };
}

function findNumberProblem(text: string, max: number): string | null {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max
    ? null
    : `Enter a number from 1 to ${max.toLocaleString('en-US')}.`;
}
