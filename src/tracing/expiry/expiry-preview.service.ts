import { Injectable } from '@nestjs/common';
import { BadRequestError } from '../../kernel/errors/errors.js';
import { runFiguresRead, runFiguresReads } from '../../database/bounded-read.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { countOldSql, countTextsSql, type OldCounts } from './expired-counts.queries.js';
import {
  type ExpiryRule,
  findBounds,
  justBefore,
  LAST_PLACE,
  listOldTraces,
  type TracePlace,
} from './expired-traces.queries.js';
import { COUNT_DROPPED } from '../figures/rollups/dropped-figures.queries.js';
import { readRolledIn } from '../figures/rollups/rolled-range.queries.js';
import { FiguresQueries } from '../figures/compute/figures.queries.js';
import {
  markUnmeasured,
  type ProjectBytes,
  SELECT_TRACE_BYTES,
  sumProjectBytes,
  toSizes,
  type TraceBytes,
} from './project-bytes.queries.js';

/** Traces to look at in one query, and how long all of them may take. */
const PAGE = 1_000;
const MAX_MS = 30_000;

/** The counts of traces that a rule would delete or keep. */
export interface ExpiryPreview {
  traceCount: number;
  spanCount: number;
  /** Old enough, but not deleted. */
  keptTraceCount: number;
  /** Traces that would stay. */
  remainingTraceCount: number;
  /** Of these, those that would lose their texts. */
  textTraceCount: number;
  /** The size of the projects; null if the rule has no limit of size. */
  storedBytes: number | null;
}

/** A rule, and the age at which texts are removed. */
export interface PreviewedExpiryRule extends ExpiryRule {
  maxTextDays: number | null;
}

type Bound = TracePlace & { projectId: number };
type Totals = Pick<ExpiryPreview, 'traceCount' | 'spanCount' | 'keptTraceCount'>;

/** Counts what would expire in projects now. Deletes nothing. */
@Injectable()
export class ExpiryPreviewService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly reader: DatabaseReader,
    private readonly figures: FiguresQueries,
  ) {}

  /**
   * Reads every trace that is old enough, and for a limit of size, the spans of those that are too much.
   * @throws BadRequestError if it takes too long.
   */
  async count(projectIds: readonly number[], rule: PreviewedExpiryRule): Promise<ExpiryPreview> {
    const bounds = await findBounds(this.database.manager, projectIds, rule);
    const old = await this.countOld(bounds, rule);
    const totals: Totals[] = [...old];
    let storedBytes: number | null = null;
    if (rule.maxBytes) {
      await markUnmeasured(this.database.manager, projectIds);
      const sizes = await this.readBytes(projectIds);
      storedBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      const endMs = performance.now() + MAX_MS;
      for (const { projectId, bytes } of sizes) {
        const bound = bounds.find((of) => of.projectId === projectId) ?? null;
        const freed = bound ? await this.estimateFreed(bound, old) : 0;
        const excess = bytes - freed - rule.maxBytes;
        totals.push(await this.countOldest(projectId, bound, excess, rule.keeps, endMs));
      }
    }
    const sum = (figure: keyof Totals): number =>
      totals.reduce((all, counts) => all + counts[figure], 0);
    const traceCount = sum('traceCount');
    return {
      traceCount,
      remainingTraceCount: Math.max(0, (await this.countTraces(projectIds)) - traceCount),
      spanCount: sum('spanCount'),
      keptTraceCount: sum('keptTraceCount'),
      textTraceCount: await this.countTexts(projectIds, bounds, rule),
      storedBytes,
    };
  }

  private countOld(bounds: readonly Bound[], { keeps }: ExpiryRule): Promise<OldCounts[]> {
    return runFiguresRead<OldCounts>(
      this.reader,
      countOldSql(this.reader.distribution, keeps),
      parametersOf(bounds),
    );
  }

  private async countTraces(projectIds: readonly number[]): Promise<number> {
    const all = { start: null, end: null };
    const counts = await this.figures.readRolled<{ count: number }>(
      'traces',
      'sum(r.trace_count)::float8 AS count',
      { projectIds, range: all },
    );
    // Rollups also count what sampling dropped.
    const [dropped] = await this.reader.query<[{ count: number }]>(COUNT_DROPPED, [projectIds]);
    return counts.reduce((sum, { count }) => sum + count, 0) - dropped.count;
  }

  private async countTexts(
    projectIds: readonly number[],
    bounds: readonly Bound[],
    { maxTextDays, keeps }: PreviewedExpiryRule,
  ): Promise<number> {
    if (!maxTextDays) return 0;
    const known = new Map(bounds.map((bound) => [bound.projectId, bound]));
    const from = projectIds.map(
      (projectId) => known.get(projectId) ?? { projectId, startTime: '-infinity', id: 0 },
    );
    const [row] = await runFiguresRead<{ textTraceCount: number }>(
      this.reader,
      countTextsSql(this.reader.distribution, keeps),
      [...parametersOf(from), maxTextDays],
    );
    return row!.textTraceCount;
  }

  private readBytes(projectIds: readonly number[], end?: string): Promise<ProjectBytes[]> {
    return runFiguresReads(this.reader, (tx) =>
      readRolledIn(tx, this.reader.distribution, sumProjectBytes(projectIds, end)),
    );
  }

  /** Estimates what deleting the traces before a place frees, as if kept spans were as large as others. */
  private async estimateFreed(bound: Bound, counts: readonly OldCounts[]): Promise<number> {
    const { projectId, startTime } = bound;
    const count = counts.find((of) => of.projectId === projectId);
    if (!count || count.spanCount === 0) return 0;
    const [size] = await this.readBytes([projectId], startTime);
    const share = count.spanCount / (count.spanCount + count.keptSpanCount);
    return (size?.bytes ?? 0) * share;
  }

  /** Counts the oldest traces from a place on that would free this many bytes. */
  private async countOldest(
    projectId: number,
    from: TracePlace | null,
    bytes: number,
    keeps: ExpiryRule['keeps'],
    endMs: number,
  ): Promise<Totals> {
    const totals = { traceCount: 0, spanCount: 0, keptTraceCount: 0 };
    let [after, left] = [from && justBefore(from), bytes];
    while (left > 0) {
      if (performance.now() > endMs) {
        throw new BadRequestError('What this would delete takes too long to count.');
      }
      const old = await listOldTraces(
        this.database,
        projectId,
        { after, bound: LAST_PLACE },
        keeps,
        PAGE,
      );
      const expired = old.filter(({ isKept }) => !isKept).map(({ traceId }) => traceId);
      const sizes = toSizes(
        await runFiguresRead<TraceBytes>(this.reader, SELECT_TRACE_BYTES, [expired]),
      );
      for (const { traceId, spanCount, isKept } of old) {
        if (left <= 0) break;
        left -= sizes.get(traceId) ?? 0;
        if (isKept) {
          totals.keptTraceCount += 1;
        } else {
          totals.traceCount += 1;
          totals.spanCount += spanCount;
        }
      }
      after = old.at(-1) ?? null;
      if (!after) break;
    }
    return totals;
  }
}

function parametersOf(bounds: readonly Bound[]): unknown[] {
  return [
    bounds.map(({ projectId }) => projectId),
    bounds.map(({ startTime }) => startTime),
    bounds.map(({ id }) => id),
  ];
}
