import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import { getOwn, isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { readAs } from '../../kernel/validation/read-as.js';
import { downloadedRunSchema, evaluationSchema, runSchema } from './imported-experiment.schema.js';
import {
  type ImportedEvaluationRow,
  ImportedExperimentsQueries,
  type ImportedRunRow,
  type RunTokens,
} from './imported-experiments.queries.js';

/** Why an evaluation is refused whose run is not stored. */
export const RUN_MISSING = 'Their runs were not imported.';

/** A run of another server. */
export interface ImportedRun {
  /** Row ID of its example. */
  exampleId: number;
  /** As the REST API shows it. */
  run: JsonObject;
}

/** The outcome of importing runs or evaluations. */
export interface ImportedOutcome {
  added: number;
  /** Were stored before. */
  known: number;
  refused: { run: JsonObject; reason: string; count: number }[];
}

/** Repeats the runs and evaluations of experiments of other servers. */
@Injectable()
export class ImportedRunsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ImportedExperimentsQueries,
  ) {}

  /**
   * Stores runs in their order. A successful run that is stored already stays as it is, a failed one is
   * replaced, as if a client had sent them.
   */
  async storeRuns(experimentId: number, runs: readonly ImportedRun[]): Promise<ImportedOutcome> {
    const outcome: ImportedOutcome = { added: 0, known: 0, refused: [] };
    const rows = new Map<string, ImportedRunRow>();
    for (const imported of runs) {
      const row = attempt(() => toRunRow(imported), imported.run, outcome);
      if (row) rows.set(`${row.exampleId} ${row.repetition}`, row);
    }
    if (rows.size === 0) return outcome;
    const { added, stored } = await this.database.inTransaction((tx) =>
      this.queries.storeRuns(tx, experimentId, [...rows.values()]),
    );
    return { ...outcome, added, known: stored - added };
  }

  /**
   * Stores the evaluations and token counts of stored runs. Replaces evaluations with the same names.
   * @param runs as the JSON download of an experiment shows them.
   */
  async storeEvaluations(
    experimentId: number,
    runs: readonly ImportedRun[],
  ): Promise<ImportedOutcome> {
    const outcome: ImportedOutcome = { added: 0, known: 0, refused: [] };
    const tokens: RunTokens[] = [];
    const rows = new Map<string, ImportedEvaluationRow>();
    for (const imported of runs) {
      const run = attempt(() => toTokens(imported), imported.run, outcome);
      if (!run) continue;
      if (run.prompt !== null || run.completion !== null) tokens.push(run);
      for (const evaluation of evaluationsIn(imported.run)) {
        const row = attempt(() => toEvaluationRow(run, evaluation), imported.run, outcome);
        if (row) rows.set(JSON.stringify([row.exampleId, row.repetition, row.name]), row);
      }
    }
    const { added, stored } = await this.database.inTransaction(async (tx) => {
      if (tokens.length > 0) await this.queries.setTokens(tx, experimentId, tokens);
      if (rows.size === 0) return { added: 0, stored: 0 };
      return this.queries.storeEvaluations(tx, experimentId, [...rows.values()]);
    });
    const missing = rows.size - stored;
    if (missing > 0) {
      outcome.refused.push({ run: runs[0]!.run, reason: RUN_MISSING, count: missing });
    }
    return { ...outcome, added, known: stored - added };
  }
}

/** The evaluations of a run in the JSON download of an experiment. */
export function evaluationsIn(run: JsonObject): JsonObject[] {
  const evaluations = getOwn(run, 'annotations');
  return Array.isArray(evaluations) ? evaluations.filter(isJsonObject) : [];
}

/** Returns null for a row that cannot be read, and adds the reason to the outcome. */
function attempt<T>(read: () => T, run: JsonObject, { refused }: ImportedOutcome): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    refused.push({ run, reason: error.message, count: 1 });
    return null;
  }
}

function toRunRow({ exampleId, run }: ImportedRun): ImportedRunRow {
  const content = readAs(runSchema, run, ['run']);
  return {
    exampleId,
    repetition: content.repetition_number,
    output: payloadText(content.output),
    error: cleaned(content.error),
    traceId: content.trace_id ?? null,
    startTime: content.start_time,
    endTime: content.end_time,
  };
}

function toTokens({ exampleId, run }: ImportedRun): RunTokens {
  const content = readAs(downloadedRunSchema, run, ['run']);
  return {
    exampleId,
    repetition: content.repetition_number,
    prompt: content.prompt_token_count ?? null,
    completion: content.completion_token_count ?? null,
  };
}

function toEvaluationRow(
  { exampleId, repetition }: RunTokens,
  evaluation: JsonObject,
): ImportedEvaluationRow {
  const content = readAs(evaluationSchema, evaluation, ['evaluation']);
  return {
    exampleId,
    repetition,
    name: content.name,
    annotatorKind: content.annotator_kind,
    label: cleaned(content.label),
    score: content.score ?? null,
    explanation: cleaned(content.explanation),
    traceId: content.trace_id ?? null,
    error: cleaned(content.error),
    metadata: payloadText(content.metadata ?? {}),
    startTime: content.start_time,
    endTime: content.end_time,
  };
}

function cleaned(text: string | null | undefined): string | null {
  return typeof text === 'string' ? cleanText(text) : null;
}
