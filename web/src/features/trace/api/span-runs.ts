import type { SpanPage, TreeSpan } from './trace-query.js';

/**
 * Loaded spans that follow each other by start, with none missing in between. A trace is loaded
 * starting with its first span, and around the spans to which the user jumps, so there may be several runs.
 */
export interface SpanRun {
  /** Never empty. */
  spans: readonly TreeSpan[];
  firstCursor: string;
  lastCursor: string;
  /** Whether no span of the trace began before. */
  isStart: boolean;
  /** Whether no span of the trace began after. */
  isEnd: boolean;
}

/** The direction in which a run grows. */
export type Direction = 'forward' | 'backward';

/** The spans of a trace that are loaded. */
export interface LoadedSpans {
  runs: readonly SpanRun[];
  /** Every loaded span once, including ancestors that are in no run. */
  spans: readonly TreeSpan[];
  /** The run of each span that is in one, by global ID. */
  runOf: ReadonlyMap<string, SpanRun>;
  isComplete: boolean;
}

/** Returns the first page of a trace as a run; null for a trace without spans. */
export function toFirstRun(page: SpanPage): SpanRun | null {
  return toRun(page.edges, { isStart: true, isEnd: !page.pageInfo.hasNextPage });
}

/** Returns the spans before a time, in reverse, and from it on as a run; null if there are none. */
export function toRunAround(before: SpanPage, after: SpanPage): SpanRun | null {
  return toRun([...before.edges.toReversed(), ...after.edges], {
    isStart: !before.pageInfo.hasNextPage,
    isEnd: !after.pageInfo.hasNextPage,
  });
}

/** Returns the page next to a run as a run that overlaps it, so that `addRun` joins them. */
export function toNextRun(run: SpanRun, direction: Direction, page: SpanPage): SpanRun | null {
  const isWhole = !page.pageInfo.hasNextPage;
  const edge = direction === 'forward' ? run.spans.at(-1) : run.spans[0];
  if (!edge) return null;
  return direction === 'forward'
    ? toRun([{ cursor: run.lastCursor, node: edge }, ...page.edges], {
        isStart: false,
        isEnd: isWhole,
      })
    : toRun([...page.edges.toReversed(), { cursor: run.firstCursor, node: edge }], {
        isStart: isWhole,
        isEnd: false,
      });
}

function toRun(edges: SpanPage['edges'], ends: Pick<SpanRun, 'isStart' | 'isEnd'>): SpanRun | null {
  const [first, last] = [edges[0], edges.at(-1)];
  if (!first || !last) return null;
  const spans = edges.map(({ node }) => node);
  return { spans, firstCursor: first.cursor, lastCursor: last.cursor, ...ends };
}

/** Adds a run to others that do not overlap, and joins those that overlap it. */
export function addRun(runs: readonly SpanRun[], run: SpanRun): SpanRun[] {
  const apart: SpanRun[] = [];
  let joined = run;
  for (const other of runs) {
    const union = joinRuns(other, joined);
    if (union) joined = union;
    else apart.push(other);
  }
  return [...apart, joined];
}

/** Joins pages that were read one after the other. Each overlaps the one before, as in `toNextRun`. */
export function joinPages(first: SpanRun, ...others: readonly SpanRun[]): SpanRun {
  const { lastCursor, isEnd } = others.at(-1) ?? first;
  const spans = [...first.spans, ...others.flatMap((page) => page.spans.slice(1))];
  return { ...first, spans, lastCursor, isEnd };
}

function joinRuns(a: SpanRun, b: SpanRun): SpanRun | null {
  const at = a.spans.findIndex((span) => span.id === b.spans[0]?.id);
  if (at !== -1) return extend(a, b, at);
  const place = b.spans.findIndex((span) => span.id === a.spans[0]?.id);
  return place === -1 ? null : extend(b, a, place);
}

/** Appends the spans of `second`, which starts at `at` in `first`. */
function extend(first: SpanRun, second: SpanRun, at: number): SpanRun {
  const isStart = first.isStart || (at === 0 && second.isStart);
  const more = second.spans.slice(first.spans.length - at);
  if (more.length === 0) return { ...first, isStart, isEnd: first.isEnd || second.isEnd };
  const { lastCursor, isEnd } = second;
  return { ...first, spans: [...first.spans, ...more], lastCursor, isStart, isEnd };
}

/** Combines runs with spans that were loaded without their neighbors. */
export function combineSpans(runs: readonly SpanRun[], loose: readonly TreeSpan[]): LoadedSpans {
  const byId = new Map<string, TreeSpan>();
  const runOf = new Map<string, SpanRun>();
  for (const run of runs) {
    for (const span of run.spans) {
      byId.set(span.id, span);
      runOf.set(span.id, run);
    }
  }
  for (const span of loose) if (!byId.has(span.id)) byId.set(span.id, span);
  const isComplete = runs.some((run) => run.isStart && run.isEnd);
  return { runs, spans: [...byId.values()], runOf, isComplete };
}

/**
 * Returns the sender’s IDs of spans whose parents are not among `known`, one for each parent.
 * @param known the senders’ IDs of spans.
 */
export function findDetached(spans: readonly TreeSpan[], known: ReadonlySet<string>): string[] {
  const childOf = new Map<string, string>();
  for (const { parentId, spanId } of spans) {
    if (parentId !== null && !known.has(parentId)) childOf.set(parentId, spanId);
  }
  return [...childOf.values()];
}

interface RestReading {
  readNext: (last: SpanRun) => Promise<SpanRun | null>;
  /** Is called with the number of spans that have been read, but are not shown yet. */
  onPending: (count: number) => void;
  show: (run: SpanRun) => Promise<void>;
}

/** Reads a trace from a run to its end. If a page cannot be read, those before it are shown. */
export async function readRest(
  from: SpanRun | null,
  loadedCount: number,
  { readNext, onPending, show }: RestReading,
): Promise<void> {
  let shownCount = loadedCount;
  let pages: SpanRun[] = [];
  const showPages = async () => {
    const [first, ...others] = pages;
    pages = [];
    onPending(0);
    if (first) await show(joinPages(first, ...others));
  };
  try {
    let last = from;
    while (last && !last.isEnd) {
      last = await readNext(last);
      if (last) pages.push(last);
      const count = pages.reduce((sum, page) => sum + page.spans.length, 0);
      onPending(count);
      // The whole tree is built each time, so that it must grow by more than a page.
      if (count < shownCount) continue;
      shownCount += count;
      await showPages();
    }
  } finally {
    await showPages();
  }
}
