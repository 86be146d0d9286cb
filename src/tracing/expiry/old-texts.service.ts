import { Injectable } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { countAtOnce, cutStep, SPANS_OF_LARGE_TRACE, type StepPace } from './cut-step.js';
import type { ExpiryRule } from './expired-traces.queries.js';
import {
  findTimeBefore,
  listOldTexts,
  removeOldTexts,
  removePartOfTexts,
  type TextRange,
} from './old-texts.queries.js';

export type { TextRange } from './old-texts.queries.js';

/** Spans to change in one transaction. Each gets new entries in all indexes. */
const MAX_SPANS = 100;

/** Removes the texts of traces that are old, and keeps their spans. */
@Injectable()
export class OldTextsService {
  constructor(private readonly database: DatabaseWriter) {}

  /** Finds the traces whose texts are older than a number of days. */
  async findRange(days: number): Promise<TextRange> {
    return { after: null, before: await findTimeBefore(this.database.manager, days) };
  }

  /**
   * Removes the texts of those of the next traces of a range that are not kept, in one transaction.
   * Those of large traces are first removed in parts. A trace whose texts are gone is not looked at
   * again, unless it gets a new span.
   * @returns what is left of the range; null if there is nothing.
   */
  async removeNext(
    projectId: number,
    range: TextRange,
    options: {
      keeps: ExpiryRule['keeps'];
      /** How many traces to look at. */
      limit: number;
      /** Is called in each transaction, with the number of traces that have no texts any more. */
      report: (tx: Transaction, traces: number) => Promise<void>;
      pace: StepPace;
      /** Ends the step between two transactions. */
      signal: AbortSignal;
    },
  ): Promise<TextRange | null> {
    const { keeps, limit, report, pace, signal } = options;
    const listed = await listOldTexts(this.database.manager, projectId, range, keeps, limit);
    const old = cutStep(listed, MAX_SPANS);
    const expired = old.filter(({ isKept }) => !isKept);
    for (const { traceId } of expired.filter(({ spanCount }) => spanCount > SPANS_OF_LARGE_TRACE)) {
      for (let spans = SPANS_OF_LARGE_TRACE; spans === SPANS_OF_LARGE_TRACE && !signal.aborted;) {
        const start = performance.now();
        spans = await this.database.inTransaction((tx) =>
          removePartOfTexts(tx, projectId, traceId, range, keeps, SPANS_OF_LARGE_TRACE),
        );
        pace.count(spans);
        await pace.pause(performance.now() - start, signal);
      }
    }
    if (signal.aborted) return range;
    const traceIds = expired.map(({ traceId }) => traceId);
    if (traceIds.length > 0) {
      await this.database.inTransaction(async (tx) => {
        await report(tx, await removeOldTexts(tx, projectId, traceIds, range, keeps));
      });
    }
    pace.count(countAtOnce(old));
    const after = old.at(-1);
    return after ? { ...range, after } : null;
  }
}
