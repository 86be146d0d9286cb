import { Injectable } from '@nestjs/common';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { findAttribute } from '../../spans/attributes.js';
import { type JsonObject, type JsonValue, parseJson } from '../../kernel/json/json.js';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { SpanListsService } from '../../tracing/spans/span-lists.service.js';
import type { SpanRow } from '../../tracing/spans/span.entity.js';
import { type FullSpan, SpansService } from '../../tracing/spans/spans.service.js';
import { TracesService } from '../../tracing/traces/traces.service.js';
import { ConditionsService } from '../../tracing/conditions/conditions.service.js';
import { SessionsService } from '../../tracing/sessions/sessions.service.js';
import type { EvaluationRuleRow } from '../evaluation-rules.queries.js';
import { RuleConditionsService } from '../rule-conditions.service.js';
import type { QueueKey } from './queue.queries.js';
import { isAnyThere, readTextSizes } from './subjects.queries.js';

/** The first spans of a trace, and the last traces of a session, that an evaluator sees. */
const MAX_SPANS = 100;
const MAX_TRACES = 50;

/** For the condition of a trace or session. */
const MAX_SECONDS = 5;

/** Of text. Reading more would keep requests waiting. */
const MAX_BYTES = 4 * 1024 * 1024;

const NEWEST_FIRST = { col: 'startTime', dir: 'desc' } as const;

/**
 * The fields of a rule that determine which spans, traces or sessions are evaluated. The rule need not be
 * stored.
 */
export type Selecting = Pick<EvaluationRuleRow, 'projectId' | 'target' | 'condition'>;

/** A span, trace or session. What it does not have is empty. */
export type SubjectKey = Omit<QueueKey, 'ruleId'>;

/** Reads what evaluators see of spans, traces and sessions. */
@Injectable()
export class SubjectsService {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly spans: SpansService,
    private readonly spanLists: SpanListsService,
    private readonly traces: TracesService,
    private readonly sessions: SessionsService,
    private readonly rowConditions: ConditionsService,
    private readonly conditions: RuleConditionsService,
  ) {}

  /**
   * Lists the newest spans, traces or sessions that meet the condition of a rule.
   * @throws FilterSyntaxError, and BadRequestError if the condition takes too long.
   */
  async listNewest(rule: Selecting, limit: number): Promise<SubjectKey[]> {
    // A list has one more row if there is a next page.
    const keys = (await this.listKeys(rule, limit)).slice(0, limit);
    return keys.map((key) => ({ traceId: '', spanId: '', sessionId: '', ...key }));
  }

  /**
   * Returns the context for an evaluator; null if there is nothing to evaluate, because it was
   * deleted or moved to another project, or because the trace or session does not meet the condition.
   * @throws BadRequestError if the condition takes too long.
   */
  read(rule: Selecting, key: SubjectKey): Promise<JsonObject | null> {
    switch (rule.target) {
      case 'SPAN':
        return this.readSpan(rule, key);
      case 'TRACE':
        return this.readTrace(rule, key.traceId);
      default:
        return this.readSession(rule, key.sessionId);
    }
  }

  private async listKeys(
    { projectId, target, condition }: Selecting,
    limit: number,
  ): Promise<Partial<SubjectKey>[]> {
    const page = { order: NEWEST_FIRST, limit };
    if (target === 'SPAN') {
      const filter = { addCondition: this.spans.readCondition(condition) };
      const { rows } = await this.spanLists.list(projectId, { ...page, filter });
      return rows.map(({ traceId, spanId }) => ({ traceId, spanId }));
    }
    if (target === 'TRACE') {
      const filter = { condition: this.rowConditions.readRow('trace', condition) };
      const { rows } = await this.traces.list(projectId, { ...page, filter });
      return rows.map(({ traceId }) => ({ traceId }));
    }
    const filter = { condition: this.rowConditions.readRow('session', condition) };
    const { rows } = await this.sessions.list([projectId], { ...page, filter });
    return rows.map(({ sessionId }) => ({ sessionId }));
  }

  private async readSpan({ projectId }: Selecting, key: SubjectKey): Promise<JsonObject | null> {
    const rows = await this.spans.findByKeys([key]);
    const own = rows.filter((row) => row.projectId === projectId);
    const [span] = await this.readFitting(own);
    if (own.length > 0 && !span) throw tooLarge('span');
    return span ? describe(span) : null;
  }

  private async readTrace(rule: Selecting, traceId: string): Promise<JsonObject | null> {
    if (!(await this.meetsCondition(rule, 'traces t', 't', 't.trace_id', traceId))) return null;
    const roots = await this.spans.findRoots([traceId]);
    const [root] = await this.readFitting(roots);
    if (roots.length > 0 && !root) throw tooLarge('root span of the trace');
    const summaries = (await this.spans.listByTrace([traceId])).get(traceId) ?? [];
    const first = summaries.slice(0, MAX_SPANS);
    const order = new Map(first.map(({ spanId }, at) => [spanId, at]));
    const spans = await this.readFitting(await this.spans.findByKeys(first));
    spans.sort((a, b) => order.get(a.row.spanId)! - order.get(b.row.spanId)!);
    return {
      ...(root ? describe(root) : NOTHING),
      spans: spans.map((span) => {
        const { name, kind, statusCode, statusMessage } = span.row;
        return {
          name,
          kind,
          status_code: statusCode,
          status_message: statusMessage,
          ...ends(span),
        };
      }),
    };
  }

  private async readSession(rule: Selecting, sessionId: string): Promise<JsonObject | null> {
    const from = 'project_sessions s';
    if (!(await this.meetsCondition(rule, from, 's', 's.session_id', sessionId))) return null;
    const [all = []] = await this.traces.listBySession([{ projectId: rule.projectId, sessionId }]);
    const ids = all.slice(-MAX_TRACES).map(({ traceId }) => traceId);
    const roots = await this.readFitting(await this.spans.findRoots(ids));
    const byTrace = new Map(roots.map((root) => [root.row.traceId, ends(root)]));
    const turns = ids.map((id) => byTrace.get(id) ?? { input: null, output: null });
    return {
      input: turns[0]?.['input'] ?? null,
      output: turns.at(-1)?.['output'] ?? null,
      metadata: {},
      traces: turns,
    };
  }

  /** Reads the first spans that are not too large together. */
  private async readFitting(rows: SpanRow[]): Promise<FullSpan[]> {
    if (rows.length === 0) return [];
    const sizes = await readTextSizes(this.reader, rows);
    const bytesOf = new Map(sizes.map(({ key, bytes }) => [key, bytes]));
    let room = MAX_BYTES;
    const fitting = rows.filter(({ traceId, spanId }) => {
      room -= bytesOf.get(`${traceId} ${spanId}`) ?? 0;
      return room >= 0;
    });
    return this.spans.readContent(fitting);
  }

  private meetsCondition(
    rule: Selecting,
    from: string,
    row: string,
    column: string,
    key: string,
  ): Promise<boolean> {
    const where = new DistributedWhere(this.reader.distribution)
      .andEqual(column, key)
      .andEqual(`${row}.project_id`, rule.projectId);
    this.conditions.read(rule.target, rule.condition)(where);
    return isAnyThere(this.reader, from, where, MAX_SECONDS);
  }
}

function tooLarge(what: string): UnprocessableError {
  return new UnprocessableError(
    `The ${what} has more than ${MAX_BYTES / 1024 / 1024} MiB of text, which is too much to evaluate.`,
  );
}

const NOTHING: JsonObject = { input: null, output: null, metadata: {}, attributes: {} };

function describe(span: FullSpan): JsonObject {
  const { row, attributes } = span;
  return {
    ...ends(span),
    metadata: metadataOf(attributes),
    attributes,
    name: row.name,
    kind: row.kind,
  };
}

function ends({ attributes }: FullSpan): JsonObject {
  return { input: valueAt(attributes, 'input'), output: valueAt(attributes, 'output') };
}

/** The text, or the value of JSON text. */
function valueAt(attributes: JsonObject, end: 'input' | 'output'): JsonValue {
  const value = findAttribute(attributes, `${end}.value`) ?? null;
  const isJson = findAttribute(attributes, `${end}.mime_type`) === 'application/json';
  return isJson && typeof value === 'string' ? parseOr(value, value) : value;
}

/** Instrumentations send the metadata as JSON text. */
function metadataOf(attributes: JsonObject): JsonValue {
  const value = findAttribute(attributes, 'metadata') ?? {};
  return typeof value === 'string' ? parseOr(value, value) : value;
}

function parseOr(text: string, otherwise: JsonValue): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return otherwise;
  }
}
