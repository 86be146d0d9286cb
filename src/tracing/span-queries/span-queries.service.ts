import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { NotFoundError, UnavailableError, UnprocessableError } from '../../kernel/errors/errors.js';
import { mergeStoredAttributes } from '../../spans/attributes.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { startShortTurns } from '../../kernel/threads/turns.js';
import { fillPauses } from '../../kernel/access/stream-text.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { SpanTree, type SubtreeSums } from '../spans/span-tree.js';
import { SpansOfTracesQueries } from '../spans/spans-of-traces.queries.js';
import { parseEvents } from '../spans/stored-event.js';
import type { QueriedSpan } from './projection.js';
import {
  type SpanContentRow,
  type SpanPlace,
  SpanQueriesQueries,
  type SpanSelection,
} from './span-queries.queries.js';
import { readSpanQuery, type SpanQuery } from './span-query.js';
import { SpanRows } from './span-rows.js';

export { toColumns } from './open-inference-columns.js';
export type { QueriedSpan } from './projection.js';

/** Maximum queries in a request. */
const MAX_QUERIES = 100;
/** The published Python client gives up after 5 seconds without a byte. */
const MAX_PAUSE_MS = 2500;
/** Requests that are answered at the same time, each of which holds a few megabytes. */
const MAX_OPEN = 20;
/** Requests that may wait for their turn. */
const MAX_WAITING = 200;
/** Spans that are written without a break. */
const SLICE = 10;
/** Spans that are read at once, unless they have more bytes. */
const BATCH_SPANS = 100;
const BATCH_BYTES = 256 * 1024;
/** Spans that are found at once. */
const MAX_PLACES = 6400;
/** Reads at the same time, so that lists are not slowed down. */
const MAX_READING = 2;

const NO_SUMS: SubtreeSums = { errors: 0, promptTokens: 0, completionTokens: 0 };

/** Queries of one request, which all apply to the same spans. */
export interface SpanQueriesInput extends Omit<SpanSelection, 'projectId'> {
  /** As sent by a client. */
  queries: readonly JsonObject[];
  /** Global ID or name. */
  project: string;
  /** Maximum spans for each query. */
  limit: number;
}

/** A response in several parts, one for each query. */
export interface MultipartAnswer {
  boundary: string;
  /** The parts as text. */
  pieces: AsyncIterable<string>;
}

/** Answers queries for data frames of spans, however large they are. */
@Injectable()
export class SpanQueriesService {
  private readonly open = pLimit(MAX_OPEN);
  private readonly reading = pLimit(MAX_READING);

  constructor(
    private readonly projects: ProjectsService,
    private readonly queries: SpanQueriesQueries,
    private readonly ofTraces: SpansOfTracesQueries,
  ) {}

  /**
   * Checks queries and prepares the response. An unknown project has no spans.
   * @throws NotFoundError if there are no queries, UnprocessableError ("Invalid query…") if one is
   * not valid, UnavailableError if too many requests are waiting.
   */
  async answer(input: SpanQueriesInput): Promise<MultipartAnswer> {
    if (input.queries.length === 0) throw new NotFoundError('The request has no queries.');
    if (input.queries.length > MAX_QUERIES) {
      throw new UnprocessableError(
        `Invalid query: a request can have at most ${MAX_QUERIES} queries.`,
      );
    }
    const queries = input.queries.map(readSpanQuery);
    if (this.open.pendingCount >= MAX_WAITING) {
      throw new UnavailableError('Too many span queries are waiting. Try again in a minute.');
    }
    const project = await this.projects.find(input.project);
    const selection = project && { ...input, projectId: project.id };
    const boundary = randomUUID();
    return { boundary, pieces: this.parts(queries, selection, input.limit, boundary) };
  }

  /**
   * Reads whole spans of a project from the newest start, in batches of a few hundred kilobytes. Spans
   * that are stored or deleted at the same time may or may not be included.
   */
  async *readSpans(projectId: number, timeRange: TimeRange): AsyncGenerator<QueriedSpan[]> {
    const rest = startShortTurns();
    const filter = { rootSpansOnly: false, orphanSpanAsRootSpan: false };
    const selection = { projectId, timeRange, ...filter };
    for await (const batch of this.read(readSpanQuery({}), selection, Infinity)) {
      const spans: QueriedSpan[] = [];
      for (const row of batch) {
        await rest();
        spans.push(toQueriedSpan(row, null));
      }
      yield spans;
    }
  }

  private async *parts(
    queries: readonly SpanQuery[],
    selection: SpanSelection | null,
    limit: number,
    boundary: string,
  ): AsyncGenerator<string> {
    const turn = this.takeTurn();
    try {
      for (const query of queries) {
        let head = `--${boundary}\r\nContent-Type: application/json\r\n\r\n`;
        const pieces = this.frame(query, selection, limit, turn.begun);
        for await (const piece of fillPauses(pieces, MAX_PAUSE_MS)) {
          yield head + piece;
          head = '';
        }
        yield '\r\n';
      }
      yield `--${boundary}--\r\n`;
    } finally {
      turn.end();
    }
  }

  /** Waits for a place among the open requests and keeps it until the end. */
  private takeTurn(): { begun: Promise<void>; end(): void } {
    const ended = Promise.withResolvers<void>();
    const begun = new Promise<void>((begin) => {
      void this.open(() => {
        begin();
        return ended.promise;
      });
    });
    return { begun, end: ended.resolve };
  }

  private async *frame(
    query: SpanQuery,
    selection: SpanSelection | null,
    limit: number,
    begun: Promise<void>,
  ): AsyncGenerator<string> {
    await begun;
    const rows = new SpanRows(query);
    let begin = rows.frame.begin();
    if (selection) {
      for await (const batch of this.read(query, selection, limit)) {
        const trees = query.reads.has('subtree') ? await this.readTrees(batch) : null;
        for (let from = 0; from < batch.length; from += SLICE) {
          const spans = batch.slice(from, from + SLICE).map((row) => toQueriedSpan(row, trees));
          yield begin + spans.map((span) => rows.write(span)).join('');
          begin = '';
          // Other requests come in between, even if the client reads faster than this writes.
          await nextTurn();
        }
      }
    }
    yield begin + rows.frame.end();
  }

  /**
   * Reads the spans in batches. A slow client needs no open transaction or connection. Spans that
   * are stored or deleted between two batches may or may not be included.
   */
  private async *read(
    query: SpanQuery,
    selection: SpanSelection,
    limit: number,
  ): AsyncGenerator<SpanContentRow[]> {
    let following: Promise<SpanContentRow[]> | undefined;
    for await (const places of this.findBatches(query, selection, limit)) {
      const batch = following;
      // The database reads this batch while the one before it is written.
      following = this.reading(() => this.queries.readContent(query, places));
      following.catch(() => undefined);
      if (batch) yield await batch;
    }
    if (following) yield await following;
  }

  private async *findBatches(
    query: SpanQuery,
    selection: SpanSelection,
    limit: number,
  ): AsyncGenerator<SpanPlace[]> {
    let left = limit;
    let after: SpanPlace | undefined;
    // Each search may have to look at all spans, so there are few, but the first one is short.
    for (let size = BATCH_SPANS; left > 0; size = Math.min(size * 4, MAX_PLACES)) {
      const next = { after, limit: Math.min(left, size) };
      const places = await this.reading(() => this.queries.findPlaces(query, selection, next));
      yield* cutBatches(places);
      if (places.length < next.limit) return;
      left -= places.length;
      after = places.at(-1);
    }
  }

  private async readTrees(batch: readonly SpanContentRow[]): Promise<Map<string, SpanTree>> {
    const traces = await this.ofTraces.readTrees([...new Set(batch.map(({ traceId }) => traceId))]);
    return new Map(traces.map(({ traceId, spans }) => [traceId, new SpanTree(spans)]));
  }
}

function toQueriedSpan(
  { payload, ...row }: SpanContentRow,
  trees: ReadonlyMap<string, SpanTree> | null,
): QueriedSpan {
  return {
    ...row,
    attributes: row.attributes === null ? {} : mergeStoredAttributes(row.attributes, payload),
    events: parseEvents(row.events, row.startTime),
    sums: trees?.get(row.traceId)?.sumSubtree(row.spanId) ?? NO_SUMS,
  };
}

/** A single span may be larger than a batch. */
function* cutBatches(places: readonly SpanPlace[]): Generator<SpanPlace[]> {
  let batch: SpanPlace[] = [];
  let bytes = 0;
  for (const place of places) {
    if (batch.length === BATCH_SPANS || (batch.length > 0 && bytes + place.bytes > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(place);
    bytes += place.bytes;
  }
  if (batch.length > 0) yield batch;
}
