import type {
  ImportedAnnotation,
  ImportedAnnotationsService,
} from '../annotations/imported-annotations.service.js';
import { type JsonObject, type JsonValue, isJsonObject, parseJson } from '../kernel/json/json.js';
import type { CreatedSpan } from '../spans/created-span.js';
import type { SpanImporter } from '../spans/span-importer.js';
import type { FileDocument, FileImport } from './file-import.js';
import type { ImportReport, Place } from './import-report.js';
import { readObservation, rootOfTrace } from './langfuse-spans.js';
import {
  type LangfuseTrace,
  readScore,
  readTrace,
  type ScoreKind,
  summarize,
} from './langfuse-traces.js';
import { langfuseField, textField } from './langfuse-fields.js';
import type { SpanBatches } from './span-batches.js';

/** A trace, an observation or a score, with the place where it was found. */
interface LangfuseRecord {
  kind: 'trace' | 'observation' | 'score';
  value: JsonObject;
  place: Place;
}

/** Spans that are converted together. */
const SPANS_AT_ONCE = 500;

/** Scores that are stored together. */
const SCORES_AT_ONCE = 500;

interface Tools {
  importer: SpanImporter;
  batches: SpanBatches;
  annotations: ImportedAnnotationsService;
  report: ImportReport;
}

/**
 * Imports exports of Langfuse: observations as spans, with what their traces say about them, then scores
 * as annotations.
 */
export async function importLangfuse(
  files: FileImport,
  projectName: string,
  tools: Tools,
): Promise<void> {
  // What belongs together may be in any of the files, in any order.
  const traces = await collectTraces(files);
  for await (const document of files.read())
    await importSpans(document, traces, projectName, tools);
  await tools.batches.flush();
  await importScores(files, projectName, tools);
}

async function importSpans(
  document: FileDocument,
  traces: ReadonlyMap<string, LangfuseTrace>,
  projectName: string,
  { importer, batches, report }: Tools,
): Promise<void> {
  let spans: CreatedSpan[] = [];
  for (const { kind, value, place } of readRecords(document, report)) {
    if (kind === 'score') continue;
    const span =
      kind === 'trace'
        ? rootOfTrace(value, traces.get(textField(value, 'id') ?? ''))
        : readObservation(value, traces.get(textField(value, 'traceId') ?? ''));
    if (typeof span === 'string') report.refuse(`${kind}s`, span, place);
    else if (span !== null) spans.push(span);
    if (spans.length < SPANS_AT_ONCE) continue;
    await batches.add(importer.convert(spans, projectName), place, null);
    spans = [];
  }
  await batches.add(importer.convert(spans, projectName), document.place, document.cursor);
}

async function importScores(
  files: FileImport,
  projectName: string,
  { annotations, report }: Tools,
): Promise<void> {
  const waiting: Record<ScoreKind, ImportedAnnotation[]> = { span: [], trace: [], session: [] };
  const store = async (kind: ScoreKind): Promise<void> => {
    const { stored, refused } = await annotations.store(kind, waiting[kind].splice(0), projectName);
    report.take('annotations', stored);
    for (const { annotation, reason } of refused) {
      report.refuse(
        'scores',
        reason,
        `score ${annotation.identifier} of ${kind} ${annotation.targetKey}`,
      );
    }
  };
  for await (const document of files.readAll()) {
    for (const { kind, value, place } of readRecords(document, null)) {
      if (kind !== 'score') continue;
      const score = readScore(value);
      if (typeof score === 'string') {
        report.refuse('scores', score, place);
        continue;
      }
      waiting[score.kind].push(score.annotation);
      if (waiting[score.kind].length >= SCORES_AT_ONCE) await store(score.kind);
      report.tell(place);
    }
  }
  for (const kind of ['span', 'trace', 'session'] as const) await store(kind);
}

/** Reads what all spans of a trace need to know. Payloads are not kept. */
async function collectTraces(files: FileImport): Promise<Map<string, LangfuseTrace>> {
  const traces = new Map<string, LangfuseTrace>();
  for await (const document of files.readAll()) {
    for (const { kind, value } of readRecords(document, null)) {
      if (kind === 'trace') readTrace(value, traces);
      if (kind === 'observation') summarize(value, traces);
    }
  }
  return traces;
}

/** @param report gets what cannot be read; null if another pass reports it. */
function* readRecords(
  { bytes, place }: FileDocument,
  report: ImportReport | null,
): Generator<LangfuseRecord, void> {
  let document: JsonValue;
  try {
    document = parseJson(bytes.toString('utf8'));
  } catch (error) {
    report?.refuse('documents', `The document is not JSON: ${(error as Error).message}.`, place);
    return;
  }
  yield* recordsIn(document, place, report);
}

/** Lists may be bare, or pages of the public API. A trace may contain its observations and scores. */
function* recordsIn(
  value: JsonValue,
  place: Place,
  report: ImportReport | null,
): Generator<LangfuseRecord, void> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      yield* recordsIn(item, `${place}, item ${at + 1}`, report);
    return;
  }
  const kind = isJsonObject(value) ? kindOf(value) : null;
  if (kind === 'list') yield* recordsIn((value as JsonObject)['data']!, place, report);
  else if (kind === null) {
    const reason = 'The document is not a trace, an observation or a score.';
    report?.refuse('documents', reason, place);
  } else {
    const record = value as JsonObject;
    yield { kind, value: record, place };
    if (kind !== 'trace') return;
    for (const name of ['observations', 'scores']) {
      // The list of traces names their scores only by ID.
      const nested = record[name];
      if (Array.isArray(nested))
        yield* recordsIn(nested.filter(isJsonObject), `${place}, ${name}`, report);
    }
  }
}

function kindOf(value: JsonObject): LangfuseRecord['kind'] | 'list' | null {
  if (Array.isArray(value['data'])) return 'list';
  const has = (name: string) => langfuseField(value, name) !== undefined;
  if (has('type') && has('traceId') && has('startTime')) return 'observation';
  const isScore = has('dataType') || has('value') || has('stringValue');
  if (isScore && has('name') && (has('traceId') || has('sessionId') || has('datasetRunId'))) {
    return 'score';
  }
  return has('id') && has('timestamp') ? 'trace' : null;
}
