import { stringify } from 'csv-stringify/sync';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../kernel/json/json.js';
import {
  cellText,
  type ColumnFacts,
  createFacts,
  noteValue,
} from '../../datasets/exports/pandas-text.contract.js';
import { pythonJson } from '../../kernel/text/python-json.js';
import { floatText } from '../../kernel/text/python-text.js';
import type { EvaluationRow } from '../evaluations/experiment-run-annotation.entity.js';
import type { RunSketch } from './downloads.queries.js';
import type { EvaluatedRun, ExperimentDownload } from './downloads.service.js';

/** The maximum of common spreadsheet programs. */
const MAX_COLUMNS = 16_384;

const RUN_COLUMNS = [
  'example_id',
  'repetition_number',
  'input',
  'reference_output',
  'output',
  'metadata',
  'error',
  'latency_ms',
  'start_time',
  'end_time',
  'trace_id',
  'prompt_token_count',
  'completion_token_count',
];

const EVALUATION_COLUMNS = [
  'label',
  'score',
  'explanation',
  'metadata',
  'annotator_kind',
  'trace_id',
  'error',
  'start_time',
  'end_time',
];

/**
 * Writes the runs of an experiment as a table. Reads them twice, so that no row stays in memory.
 * The first pass, which determines the columns, yields empty pieces.
 * @throws UnprocessableError if there are too many columns.
 */
export async function* runTable(download: ExperimentDownload): AsyncGenerator<string> {
  const columns = new RunColumns(await download.evaluationNames());
  for await (const batch of download.sketches()) {
    for (const sketch of batch) columns.note(sketch);
    if (columns.width > MAX_COLUMNS) {
      throw new UnprocessableError(
        `The runs need more than ${MAX_COLUMNS} columns. Download them as JSON.`,
      );
    }
    yield '';
  }
  yield columns.header();
  for await (const batch of download.runs()) {
    yield batch.map((run) => columns.line(run)).join('');
  }
}

/** The columns of a table of runs, each of one type, as in a data frame of all its rows. */
class RunColumns {
  private readonly output = createFacts();
  private readonly promptTokens = createFacts();
  private readonly completionTokens = createFacts();
  /** Columns for the keys of the examples' metadata, in order of appearance. */
  private readonly metadata = new Map<string, { facts: ColumnFacts; rowCount: number }>();
  private rowCount = 0;

  constructor(private readonly evaluationNames: readonly string[]) {}

  get width(): number {
    const { length } = this.evaluationNames;
    return RUN_COLUMNS.length + this.metadata.size + length * EVALUATION_COLUMNS.length;
  }

  note(sketch: RunSketch): void {
    this.rowCount++;
    noteValue(this.output, parseJson(sketch.output));
    noteValue(this.promptTokens, sketch.promptTokens);
    noteValue(this.completionTokens, sketch.completionTokens);
    for (const [key, value] of Object.entries(objectOf(sketch.metadata))) {
      let column = this.metadata.get(key);
      if (!column) {
        column = { facts: createFacts(), rowCount: 0 };
        this.metadata.set(key, column);
      }
      column.rowCount++;
      noteValue(column.facts, value);
    }
  }

  header(): string {
    for (const { facts, rowCount } of this.metadata.values()) {
      if (rowCount < this.rowCount) facts.hasGaps = true;
    }
    const ofMetadata = [...this.metadata.keys()].map((key) => `metadata_${key}`);
    const ofEvaluations = this.evaluationNames.flatMap((name) =>
      EVALUATION_COLUMNS.map((column) => `annotation_${name}_${column}`),
    );
    return stringify([[...RUN_COLUMNS, ...ofMetadata, ...ofEvaluations]]);
  }

  line({ run, evaluations }: EvaluatedRun): string {
    const metadata = objectOf(run.metadata);
    const byName = new Map(evaluations.map((evaluation) => [evaluation.name, evaluation]));
    return stringify([
      [
        toGlobalId('DatasetExample', run.exampleId),
        String(run.repetitionNumber),
        jsonCell(parseJson(run.input)),
        jsonCell(parseJson(run.referenceOutput)),
        cell(parseJson(run.output), this.output),
        jsonCell(metadata),
        run.error ?? '',
        floatText(run.latencyMs),
        run.startTime,
        run.endTime,
        run.traceId ?? '',
        cellText(run.promptTokens, this.promptTokens),
        cellText(run.completionTokens, this.completionTokens),
        ...this.metadata.entries().map(([key, { facts }]) => metadataCell(metadata, key, facts)),
        ...this.evaluationNames.flatMap((name) => evaluationCells(byName.get(name))),
      ],
    ]);
  }
}

function evaluationCells(evaluation: EvaluationRow | undefined): string[] {
  if (!evaluation) return EVALUATION_COLUMNS.map(() => '');
  const { label, score, explanation, annotatorKind, traceId, error } = evaluation;
  return [
    label ?? '',
    score === null ? '' : floatText(score),
    explanation ?? '',
    jsonCell(evaluation.metadata as JsonObject),
    annotatorKind,
    traceId ?? '',
    error ?? '',
    evaluation.startTime,
    evaluation.endTime,
  ];
}

/** Writes objects as JSON and lists as Python does. */
function cell(value: JsonValue, facts: ColumnFacts): string {
  return isJsonObject(value) ? jsonCell(value) : cellText(value, facts);
}

function metadataCell(metadata: JsonObject, key: string, facts: ColumnFacts): string {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  return Array.isArray(value) ? jsonCell(value) : cell(value ?? null, facts);
}

function jsonCell(value: JsonValue): string {
  return pythonJson(value, { isAscii: true });
}

function objectOf(text: string): JsonObject {
  return parseJson(text) as JsonObject;
}
