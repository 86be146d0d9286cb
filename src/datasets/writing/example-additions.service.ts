import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Identity } from '../../common/access/access.js';
import { ConflictError, DomainError, NotFoundError } from '../../common/errors/errors.js';
import { requireRowId } from '../../common/ids/global-id.js';
import type { SpanRow } from '../../tracing/spans/span.entity.js';
import { SpansService } from '../../tracing/spans/spans.service.js';
import type { DatasetRow } from '../dataset.entity.js';
import { DatasetsService } from '../datasets.service.js';
import { DatasetEditor, type Rows, type VersionNote } from './dataset-editor.js';
import { takenIds } from './dataset-edits.queries.js';
import { assertFreeForm, type GivenContent, readContent, toRow } from './edited-examples.js';
import { exampleOfSpan } from './example-of-span.js';
import { repeatedIds } from './match-rows.queries.js';
import { planCreations } from './plan-changes.queries.js';
import { assertId, type StagedRow } from './staged-row.js';

/** An example as somebody has made it. */
export interface GivenExample extends GivenContent {
  /** Global id of the span it is made from. */
  spanId?: string | null;
  externalId?: string | null;
}

const SPANS_AT_A_TIME = 100;

/** Adds examples to datasets one by one, made by hand or from spans. */
@Injectable()
export class ExampleAdditionsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly spans: SpansService,
    private readonly editor: DatasetEditor,
  ) {}

  /**
   * Adds examples as one version. A deleted example with the same stable id comes back to life.
   * @throws NotFoundError for an unknown dataset or span.
   * @throws ConflictError when a stable id is taken, or given twice.
   */
  async addExamples(
    datasetId: string,
    examples: readonly GivenExample[],
    note: VersionNote,
    caller: Identity,
  ): Promise<DatasetRow> {
    const dataset = await this.datasets.getByGlobalId(datasetId);
    assertSome(examples, 'examples');
    const spans = await this.findSpans(examples.flatMap(({ spanId }) => spanId ?? []));
    const rows = examples.map((example, at) => {
      const span = example.spanId ? spans.get(example.spanId) : undefined;
      return newRow(at + 1, example, span);
    });
    return this.add(dataset, () => rows, note, caller);
  }

  /**
   * Makes an example of each span and adds them as one version, in the order given.
   * @throws NotFoundError for an unknown dataset or span.
   */
  async addSpans(
    datasetId: string,
    spanIds: readonly string[],
    note: VersionNote,
    caller: Identity,
  ): Promise<DatasetRow> {
    const dataset = await this.datasets.getByGlobalId(datasetId);
    assertSome(spanIds, 'spans');
    const found = await this.findSpans(spanIds);
    const spans = [...new Set(found.values())];
    return this.add(dataset, () => this.rowsOf(spans), note, caller);
  }

  private async add(
    dataset: DatasetRow,
    rows: () => Rows,
    note: VersionNote,
    { userId }: Identity,
  ): Promise<DatasetRow> {
    const { id } = dataset;
    await this.editor.write({
      datasetId: id,
      userId,
      note,
      rows: async () => rows(),
      plan: async (client) => {
        await assertFree(client, id);
        await planCreations(client, id);
      },
    });
    return dataset;
  }

  /** Payloads of spans may be large, so only some are read at a time. */
  private async *rowsOf(spans: readonly SpanRow[]): AsyncGenerator<StagedRow, void, undefined> {
    let rowNumber = 0;
    for (let start = 0; start < spans.length; start += SPANS_AT_A_TIME) {
      const part = spans.slice(start, start + SPANS_AT_A_TIME);
      for (const span of await this.spans.readContent(part)) {
        rowNumber++;
        yield toRow(rowNumber, exampleOfSpan(span), keyOf(span.row));
      }
    }
  }

  /** @throws NotFoundError naming the first that is unknown. */
  private async findSpans(globalIds: readonly string[]): Promise<Map<string, SpanRow>> {
    const rowIds = new Map(globalIds.map((id) => [id, requireRowId(id, 'Span')]));
    const rows = await this.spans.findByRowIds([...new Set(rowIds.values())]);
    const byRowId = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      [...rowIds].map(([globalId, rowId]) => {
        const row = byRowId.get(rowId);
        if (!row) throw new NotFoundError(`No span with id ${globalId} can be found.`);
        return [globalId, row];
      }),
    );
  }
}

function newRow(rowNumber: number, example: GivenExample, span: SpanRow | undefined): StagedRow {
  const where = `example ${rowNumber}`;
  const { externalId } = example;
  if (externalId) {
    assertId(externalId, `The id of ${where}`);
    assertFreeForm(externalId);
  }
  const content = { input: {}, output: {}, metadata: {}, ...readContent(example, where) };
  return toRow(rowNumber, content, { ...keyOf(span), exampleId: externalId || null });
}

function keyOf(span: SpanRow | undefined): Pick<StagedRow, 'traceId' | 'spanId'> {
  return { traceId: span?.traceId ?? null, spanId: span?.spanId ?? null };
}

function assertSome(list: readonly unknown[], what: string): void {
  if (list.length === 0) throw new DomainError('BAD_USER_INPUT', `There are no ${what} to add`);
}

/** @throws ConflictError when a stable id of the rows is taken, or two of them have the same. */
async function assertFree(client: pg.ClientBase, datasetId: number): Promise<void> {
  const [repeated] = await repeatedIds(client);
  if (repeated) throw new ConflictError(`Two examples have the id "${repeated.exampleId}"`);
  const [taken] = await takenIds(client, datasetId);
  if (taken !== undefined) {
    throw new ConflictError(`The dataset already has an example with the id "${taken}"`);
  }
}
