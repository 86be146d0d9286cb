import { Inject, Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { findRowId, toGlobalId } from '../../kernel/ids/global-id.js';
import type { SpanRow } from '../../tracing/spans/span.entity.js';
import { SpansService } from '../../tracing/spans/spans.service.js';
import type { DatasetRow } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import { DATASET_EXAMPLE_TYPE } from '../examples/dataset-example.entity.js';
import { mergeInTransaction } from '../merging/dataset-merge.js';
import { encodeRows } from '../merging/encode-rows.js';
import { checkExampleId, type ExampleRow } from '../merging/example-row.js';
import { StagedRows } from '../merging/staged-rows.js';
import { WRITING_POOL, type WritingPool } from '../merging/writing-pools.js';
import { createExampleFromSpan } from './example-of-span.js';
import {
  badInput,
  type GivenContent,
  readContent,
  readNote,
  toRow,
  type VersionNote,
} from './given-content.js';

/** An example to add. */
export interface NewExample extends GivenContent {
  /** Row ID of the span that it is created from. */
  spanId?: number | null;
  externalId?: string | null;
}

type RowSource = Iterable<ExampleRow> | AsyncIterable<ExampleRow>;

/** Number of spans to keep in memory at once, because payloads may be large. */
const SPANS_AT_A_TIME = 100;

/** Adds examples to datasets, written by hand or created from spans. */
@Injectable()
export class ExampleAdditionsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly spans: SpansService,
    @Inject(WRITING_POOL) private readonly pool: WritingPool,
  ) {}

  /**
   * Adds examples as one version. Restores a deleted example with the same external id.
   * @throws DomainError BAD_USER_INPUT for an example that cannot be stored.
   * @throws NotFoundError for an unknown dataset or span.
   * @throws ConflictError if an external id is taken or given twice.
   */
  async addExamples(
    datasetId: number,
    examples: readonly NewExample[],
    note: VersionNote,
    caller: Identity,
  ): Promise<DatasetRow> {
    const dataset = await this.datasets.get(datasetId);
    if (examples.length === 0) throw badInput('There are no examples to add.');
    const spans = await this.findSpans(examples.flatMap(({ spanId }) => spanId ?? []));
    const byId = new Map(spans.map((span) => [span.id, span]));
    const rows = examples.map((example, at) =>
      toNewRow(at + 1, example, example.spanId ? byId.get(example.spanId) : undefined),
    );
    refuseRepeatedIds(rows);
    await this.add(dataset.id, () => rows, note, caller);
    return dataset;
  }

  /**
   * Creates an example from each span and adds them as one version, in the given order.
   * @throws NotFoundError for an unknown dataset or span.
   */
  async addSpans(
    datasetId: number,
    spanIds: readonly number[],
    note: VersionNote,
    caller: Identity,
  ): Promise<DatasetRow> {
    const dataset = await this.datasets.get(datasetId);
    if (spanIds.length === 0) throw badInput('There are no spans to add.');
    const spans = await this.findSpans(spanIds);
    await this.add(dataset.id, () => this.toRows(spans), note, caller);
    return dataset;
  }

  /** @param source called again if the merge is repeated. */
  private async add(
    datasetId: number,
    source: () => RowSource,
    note: VersionNote,
    { userId }: Identity,
  ): Promise<void> {
    await mergeInTransaction(this.pool, {
      dataset: datasetId,
      userId,
      ...readNote(note),
      rows: (client) => StagedRows.copy(client, encodeRows(source()), { place: 'example' }),
      matches: 'refuse',
      deletions: 'none',
      replacesSplits: false,
    });
  }

  private async *toRows(spans: readonly SpanRow[]): AsyncGenerator<ExampleRow, void, undefined> {
    let rowNumber = 0;
    for (let start = 0; start < spans.length; start += SPANS_AT_A_TIME) {
      const part = spans.slice(start, start + SPANS_AT_A_TIME);
      for (const span of await this.spans.readContent(part)) {
        rowNumber++;
        yield toRow(rowNumber, createExampleFromSpan(span), toSpanKey(span.row));
      }
    }
  }

  /**
   * Gets spans in the given order, without duplicates. @throws NotFoundError that names an unknown
   * one.
   */
  private async findSpans(ids: readonly number[]): Promise<SpanRow[]> {
    const wanted = [...new Set(ids)];
    const byId = new Map((await this.spans.findByRowIds(wanted)).map((row) => [row.id, row]));
    return wanted.map((id) => {
      const row = byId.get(id);
      if (!row) throw new NotFoundError(`Span "${toGlobalId('Span', id)}" not found.`);
      return row;
    });
  }
}

/** Builds the row of an example to add. @throws DomainError BAD_USER_INPUT if it cannot be stored. */
export function toNewRow(
  rowNumber: number,
  { externalId, ...given }: NewExample,
  span: SpanRow | undefined,
): ExampleRow {
  const subject = `example ${rowNumber}`;
  if (externalId) {
    checkExampleId(externalId, `The ID of ${subject}`);
    // Uploads would mistake it for the global ID of an existing example.
    if (findRowId(externalId, DATASET_EXAMPLE_TYPE) !== null) {
      throw badInput(`"${externalId}" is the global ID of an example. Choose another ID.`);
    }
  }
  const content = { input: {}, output: {}, metadata: {}, ...readContent(given, subject) };
  return toRow(rowNumber, content, {
    ...(span && toSpanKey(span)),
    exampleId: externalId || null,
  });
}

function toSpanKey({ traceId, spanId }: SpanRow): Pick<ExampleRow, 'traceId' | 'spanId'> {
  return { traceId, spanId };
}

function refuseRepeatedIds(rows: readonly ExampleRow[]): void {
  const seen = new Set<string>();
  for (const { exampleId } of rows) {
    if (exampleId === null) continue;
    if (seen.has(exampleId)) throw new ConflictError(`Two examples have the ID "${exampleId}".`);
    seen.add(exampleId);
  }
}
