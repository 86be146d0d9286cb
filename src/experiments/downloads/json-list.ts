import { toGlobalId } from '../../kernel/ids/global-id.js';
import { jsonDouble, type JsonValue, parseJson } from '../../kernel/json/json.js';
import type { EvaluationRow } from '../evaluations/experiment-run-annotation.entity.js';
import type { EvaluatedRun, ExperimentDownload } from './downloads.service.js';

const INDENT = 2;

/** Writes the runs of an experiment as an indented JSON list. */
export async function* jsonList(download: ExperimentDownload): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const batch of download.runs()) {
    yield separator + batch.map((run) => indented(recordOf(run))).join(',\n');
    separator = ',\n';
  }
  yield '\n]';
}

function indented(record: object): string {
  const margin = ' '.repeat(INDENT);
  // Strings contain only escaped line breaks, so all of these are between values.
  return margin + JSON.stringify(record, null, INDENT).replaceAll('\n', `\n${margin}`);
}

function recordOf({ run, evaluations }: EvaluatedRun): object {
  return {
    example_id: toGlobalId('DatasetExample', run.exampleId),
    repetition_number: run.repetitionNumber,
    input: parseJson(run.input),
    reference_output: parseJson(run.referenceOutput),
    output: parseJson(run.output),
    metadata: parseJson(run.metadata),
    error: run.error,
    latency_ms: jsonDouble(run.latencyMs),
    start_time: run.startTime,
    end_time: run.endTime,
    trace_id: run.traceId,
    prompt_token_count: run.promptTokens,
    completion_token_count: run.completionTokens,
    annotations: evaluations.map(annotationOf),
  };
}

function annotationOf(evaluation: EvaluationRow): Record<string, JsonValue> {
  const { name, annotatorKind, label, score, explanation, traceId, error } = evaluation;
  return {
    name,
    annotator_kind: annotatorKind,
    label,
    score: score === null ? null : jsonDouble(score),
    explanation,
    trace_id: traceId,
    error,
    metadata: evaluation.metadata as JsonValue,
    start_time: evaluation.startTime,
    end_time: evaluation.endTime,
  };
}
