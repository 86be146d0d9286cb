import type { Direction, SpanRun } from '../api/span-runs.js';
import { getFirst, getLast } from './internal-spans.js';
import { getBranch, type GapRow, type Row } from './rows.js';
import type { SpanNode, SpanTree } from './span-tree.js';

/** Tells where spans may be missing. Spans begin after their parents and their earlier siblings. */
export class Gaps {
  /** When the last span of each run began. */
  private readonly lastStart = new Map<SpanRun, number>();

  constructor(
    tree: SpanTree,
    private readonly runOf: ReadonlyMap<string, SpanRun>,
  ) {
    for (const run of new Set(runOf.values())) {
      const last = tree.byId.get(run.spans.at(-1)?.id ?? '');
      if (last) this.lastStart.set(run, last.start);
    }
  }

  isBetween(a: SpanNode, b: SpanNode): boolean {
    const run = this.runOf.get(a.span.id);
    return run === undefined || run !== this.runOf.get(b.span.id);
  }

  /** Whether a span may have children after the last loaded one; `last` is the span if it has none. */
  isAfter({ span, end }: SpanNode, last: SpanNode): boolean {
    const run = this.runOf.get(last.span.id);
    if (!run) return true;
    if (run.isEnd) return false;
    return span.endTime === null || end > (this.lastStart.get(run) ?? 0);
  }

  isAtEnd(rows: readonly Row[]): boolean {
    for (let at = rows.length - 1; at >= 0; at -= 1) {
      const branch = getBranch(rows[at]);
      const run = branch && this.runOf.get(getLast(branch).span.id);
      if (run) return !run.isEnd;
    }
    return false;
  }

  /** Adds the runs above and below to each gap. */
  surround(rows: readonly Row[]): void {
    let near: SpanRun | null = null;
    for (const row of rows) {
      const branch = getBranch(row);
      if (branch) near = this.runOf.get(getLast(branch).span.id) ?? near;
      else if ('above' in row) row.above = near;
    }
    near = null;
    for (const row of rows.toReversed()) {
      const branch = getBranch(row);
      if (branch) near = this.runOf.get(getFirst(branch).span.id) ?? near;
      else if ('below' in row) row.below = near;
    }
  }
}

/** Returns the run to extend to fill a gap, and where to, for somebody who scrolls in a direction. */
export function chooseExtension(
  { above, below }: GapRow,
  scrolled: Direction,
): [run: SpanRun, direction: Direction] | undefined {
  const canGoUp = below !== null && !below.isStart;
  const canGoDown = above !== null && !above.isEnd;
  if (canGoUp && (scrolled === 'backward' || !canGoDown)) return [below, 'backward'];
  return canGoDown ? [above, 'forward'] : undefined;
}
