import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../kernel/errors/errors.js';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TracesService } from '../traces/traces.service.js';
import { alignSpans, type SpanPair } from './align-spans.js';
import { type ComparedSpanRow, ComparedSpansQueries } from './compared-spans.queries.js';
import { findDifferences, type SpanDifference } from './span-difference.js';

/** The most spans of each trace that are compared, the first by start. */
export const MAX_COMPARED = 1000;

/** Two spans at the same place of two traces. */
export interface ComparedSpans extends SpanPair<ComparedSpanRow> {
  differences: SpanDifference[];
}

/** Two traces, span by span. */
export interface TraceComparison {
  base: TraceEntity;
  other: TraceEntity;
  pairs: ComparedSpans[];
  /** Whether all spans were compared. */
  isComplete: boolean;
}

/** Compares traces. */
@Injectable()
export class TraceComparisonService {
  constructor(
    private readonly traces: TracesService,
    private readonly queries: ComparedSpansQueries,
  ) {}

  /**
   * Compares two traces, which may belong to different projects.
   * @param identifiers global IDs or the senders' trace IDs: of the base first.
   * @throws NotFoundError if one of them does not exist; BadRequestError if it takes too long.
   */
  async compare(identifiers: readonly [base: string, other: string]): Promise<TraceComparison> {
    const [base, other] = await this.traces.findAll(identifiers);
    if (!base) throw new NotFoundError('The first trace does not exist.');
    if (!other) throw new NotFoundError('The second trace does not exist.');
    const [ofBase, ofOther] = await Promise.all(
      [base, other].map(({ traceId }) => this.queries.list(traceId, MAX_COMPARED + 1)),
    );
    const pairs = alignSpans(ofBase!.slice(0, MAX_COMPARED), ofOther!.slice(0, MAX_COMPARED));
    return {
      base,
      other,
      pairs: pairs.map((pair) => ({
        ...pair,
        differences: findDifferences(pair.base, pair.other),
      })),
      isComplete: Math.max(ofBase!.length, ofOther!.length) <= MAX_COMPARED,
    };
  }
}
