import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { AuditService } from '../../audit/audit.service.js';
import type { Identity } from '../../kernel/access/access.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { type KeptSpanContent, SpanResender } from '../../spans/span-resender.js';
import { PROJECT_TYPE } from '../../projects/projects.service.js';
import { type ErrorChoice, type KeptSpanRow, KeptSpansQueries } from './kept-spans.queries.js';

export type { ErrorChoice } from './kept-spans.queries.js';

/** Errors that one call can name. */
export const MAX_CHOSEN = 10_000;

/** Spans that one step sends again. */
const STEP_SPANS = 200;
/** Bytes to read at once, compressed and not. At least one span is read. */
const STEP_STORED_BYTES = 1024 * 1024;
const STEP_CONTENT_BYTES = 8 * 1024 * 1024;

/** More than what is kept, so that only damaged content does not fit. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

const inflate = promisify(inflateRaw);

type Project = Readonly<{ id: number; name: string }>;

/** The counts of a step that sends kept spans again. */
export interface ResendStep {
  /** Spans that are stored now, or were stored before. Their errors are deleted. */
  stored: number;
  /** Spans that were refused again. */
  refused: number;
  /** Row ID of the last error that it looked at; null if none is left. */
  after: number | null;
}

type InflatedSpan = KeptSpanContent & Pick<KeptSpanRow, 'errorId'>;

/** Shows, sends again and deletes what could not be stored. */
@Injectable()
export class KeptSpansService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: KeptSpansQueries,
    private readonly resender: SpanResender,
    private readonly audit: AuditService,
  ) {}

  /** Returns the OTLP request of a span in JSON; null if it is not kept. */
  async findContent(projectId: number, errorId: number): Promise<string | null> {
    const row = await this.queries.find(projectId, errorId);
    return row && (await inflateContent(row)).toString('utf8');
  }

  /**
   * Returns the OTLP requests of the spans of errors in JSON, in the same order; null for those that are
   * not kept. Reads a few at a time.
   * @param count gets the number of bytes of each. May throw if there are too many.
   */
  async listContents(
    errorIds: readonly number[],
    count: (bytes: number) => void,
  ): Promise<(string | null)[]> {
    const contents = new Map<number, string>();
    let left = await this.queries.listSizes(errorIds);
    while (left.length > 0) {
      const sizes = left.map(({ byteSize }) => byteSize);
      const part = left.slice(0, fit(sizes, STEP_STORED_BYTES));
      for (const row of await this.queries.readContents(part.map(({ errorId }) => errorId))) {
        const content = await inflateContent(row);
        count(content.length);
        contents.set(row.errorId, content.toString('utf8'));
      }
      left = left.slice(part.length);
    }
    return errorIds.map((id) => contents.get(id) ?? null);
  }

  /** Like `findContent`. @throws NotFoundError if it is not kept. */
  async getContent(projectId: number, errorId: number): Promise<string> {
    const content = await this.findContent(projectId, errorId);
    if (content === null) throw new NotFoundError('The span of this error is not kept.');
    return content;
  }

  /**
   * Sends the next of the chosen spans again, oldest first.
   * @param after where the last step ended; null begins with the oldest.
   * @throws UnavailableError if they cannot be stored now. Nothing has changed then.
   */
  async resendNext(
    project: Project,
    choice: ErrorChoice,
    after: number | null,
    actor: Identity,
  ): Promise<ResendStep> {
    const next = await this.queries.listNext(project.id, choice, after, STEP_SPANS);
    const spans = await this.readStep(project.id, next);
    const last = spans.at(-1)?.errorId ?? next.at(-1)?.errorId;
    const isDone = last === undefined || (spans.length === next.length && next.length < STEP_SPANS);
    const outcomes = await this.resender.resend(spans, project);
    const ids = spans.map(({ errorId }) => errorId);
    const stored = ids.filter((_, at) => outcomes[at] === null);
    const refused = outcomes.flatMap((refusal, at) =>
      refusal ? [{ errorId: ids[at]!, ...refusal }] : [],
    );
    if (ids.length > 0) {
      // If the server is killed before, these spans are found stored when they are sent again.
      await this.database.inTransaction(async (tx) => {
        await this.queries.delete(tx, project.id, { reason: null, ids: stored });
        await this.queries.updateReasons(tx, refused);
        const details = { stored: stored.length, refused: refused.length };
        await this.audit.record(
          { action: 'ingestion_errors.resent', actor, subject: toSubject(project), details },
          tx,
        );
      });
    }
    return {
      stored: stored.length,
      refused: refused.length,
      after: isDone ? null : last,
    };
  }

  /** Deletes errors with what is kept of them, and returns how many there were. */
  delete(project: Project, choice: ErrorChoice, actor: Identity): Promise<number> {
    return this.database.inTransaction(async (tx) => {
      const deleted = await this.queries.delete(tx, project.id, choice);
      const details = { deleted, reason: choice.reason };
      await this.audit.record(
        { action: 'ingestion_errors.deleted', actor, subject: toSubject(project), details },
        tx,
      );
      return deleted;
    });
  }

  private async readStep(
    projectId: number,
    next: readonly { errorId: number; byteSize: number }[],
  ): Promise<InflatedSpan[]> {
    const ids = next.map(({ errorId }) => errorId);
    const sizes = next.map(({ byteSize }) => byteSize);
    const rows = await this.queries.read(projectId, ids.slice(0, fit(sizes, STEP_STORED_BYTES)));
    const spans: InflatedSpan[] = [];
    let bytes = 0;
    for (const row of rows) {
      const content = await inflateContent(row);
      bytes += content.length;
      if (spans.length > 0 && bytes > STEP_CONTENT_BYTES) break;
      spans.push({ ...row, content });
    }
    return spans;
  }
}

/** Returns how many of the sizes fit, at least one. */
function fit(sizes: readonly number[], limit: number): number {
  let sum = 0;
  const beyond = sizes.findIndex((size, at) => (sum += size) > limit && at > 0);
  return beyond === -1 ? sizes.length : beyond;
}

function inflateContent({ content }: Pick<KeptSpanRow, 'content'>): Promise<Buffer> {
  return inflate(content, { maxOutputLength: MAX_CONTENT_BYTES });
}

function toSubject({ id, name }: Project): { type: string; id: number; name: string } {
  return { type: PROJECT_TYPE, id, name };
}
