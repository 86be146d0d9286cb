import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Identity, KeyInUse } from '../../kernel/access/access.js';
import { ProjectAccessReader, chooseScope } from '../../kernel/access/project-access.js';
import type { ProjectScope } from '../../kernel/http/request-context.js';
import { closedBy, isClosed } from '../store/closed-projects.js';
import { rejectSpan } from '../decode/reject.js';
import { MAX_KEPT } from '../decode/decode-traces.js';
import type { RejectedSpan } from '../decode/span-record.js';
import type { SpanSource } from '../decode/span-source.js';
import { SpanRejectedError } from '../decode/errors.js';
import type { EncodedSpan, EncodedSpans } from '../store/encode-spans.js';
import { INGEST_POOL } from '../store/ingest-pool.js';
import { keepEncoded } from '../store/read-row.js';

const FIND_JOINED = {
  name: 'ingest-find-foreign',
  text: `
    SELECT 'trace' AS kind, trace_id AS id FROM traces
    WHERE trace_id = ANY ($1) AND project_id <> $2`,
};

const IS_CLOSED = isClosed('$2', '$3');

const FIND_CLOSED = {
  name: 'ingest-find-closed',
  text: `
    SELECT 'trace' AS kind, t.trace_id AS id FROM traces t JOIN projects p ON p.id = t.project_id
    WHERE t.trace_id = ANY ($1) AND ${IS_CLOSED}
    UNION ALL
    SELECT CASE WHEN ${IS_CLOSED} THEN 'project' ELSE 'open project' END, p.name FROM projects p
    WHERE p.name = ANY ($4)`,
};

/** A log record or a point. */
interface ForeignItem {
  name: string;
  projectName: string;
  traceId?: string | null;
  spanId?: string | null;
}

/** The parts of a request, besides its items, that change when spans are rejected. */
interface RejectableRequest {
  rejected: RejectedSpan[];
  sources: SpanSource[];
}

/**
 * Senders choose the names of projects and the IDs of traces, which keep the project in which they
 * began. Nobody must reach a project by naming it, or one of its traces, if they may not write there.
 */
@Injectable()
export class ForeignSpans {
  constructor(
    @Inject(INGEST_POOL) private readonly pool: pg.Pool,
    private readonly access: ProjectAccessReader,
  ) {}

  /**
   * Rejects the spans that a caller may not send. Does not change the others. What is wrong with spans
   * is not shown in projects that the caller cannot reach.
   */
  async refuse(encoded: EncodedSpans, caller: Identity): Promise<EncodedSpans> {
    const { key, isSystem, role } = caller;
    const own = key?.project
      ? await this.refuseOutside(encoded, key.project, "the API key's project")
      : encoded;
    // Administrators decide who gets a system key.
    if (isSystem) return own;
    const scope = chooseScope(await this.access.read(caller), role, 'MEMBER');
    return scope ? this.refuseByScope(own, scope) : own;
  }

  /**
   * Rejects the log records or points for projects that a caller may not write to, where nobody learns
   * of them. Projects that do not exist yet are open to a caller who may create them.
   * @param items those of the request.
   * @param noun what they are, for the error.
   * @returns what is left of the request.
   */
  async refuseItems<Item extends ForeignItem>(
    { rejected, sources }: RejectableRequest,
    items: Item[],
    noun: string,
    caller: Identity,
  ): Promise<RejectableRequest & { items: Item[] }> {
    const names = new Set(sources.map(({ projectName }) => projectName));
    const isOpen = await this.findOpenProjects([...names], caller);
    if ([...names].every(isOpen)) return { items, rejected, sources };
    const refused = items.filter(({ projectName }) => !isOpen(projectName));
    return {
      items: items.filter(({ projectName }) => isOpen(projectName)),
      rejected: [
        ...rejected.map((one) =>
          one.projectName !== null && isOpen(one.projectName) ? one : { ...one, projectName: null },
        ),
        ...refused.map((item) => rejectItem(item, noun)),
      ],
      sources: sources.filter(({ projectName }) => isOpen(projectName)),
    };
  }

  private async findOpenProjects(
    names: readonly string[],
    caller: Identity,
  ): Promise<(name: string) => boolean> {
    if (caller.isSystem) return () => true;
    const scope = chooseScope(await this.access.read(caller), caller.role, 'MEMBER');
    if (!scope) return () => true;
    return isOpenIn(scope, await this.find(FIND_CLOSED, [[], ...closedBy(scope), names]));
  }

  /**
   * Rejects the spans that would join a trace of another project.
   * @param description of the project.
   */
  async refuseOutside(
    encoded: EncodedSpans,
    project: NonNullable<KeyInUse['project']>,
    description: string,
  ): Promise<EncodedSpans> {
    if (encoded.spans.length === 0) return encoded;
    const foreign = await this.find(FIND_JOINED, [listTraceIds(encoded.spans), project.id]);
    return refuseSpans(encoded, (span) => {
      if (!isInTrace(foreign, span)) return null;
      const reason = `The span's trace does not belong to ${description}.`;
      return { reason, shownIn: span.projectName };
    });
  }

  private async refuseByScope(encoded: EncodedSpans, scope: ProjectScope): Promise<EncodedSpans> {
    const names = new Set(
      [...encoded.spans, ...encoded.rejected].flatMap(({ projectName }) => projectName ?? []),
    );
    const values = [listTraceIds(encoded.spans), ...closedBy(scope), [...names]];
    const found = await this.find(FIND_CLOSED, values);
    const isOpen = isOpenIn(scope, found);
    const rejected = encoded.rejected.map((span) =>
      isOpen(span.projectName) ? span : { ...span, projectName: null, kept: null },
    );
    // Neither does anybody there learn who sent them.
    const sources = encoded.sources.filter(({ projectName }) => isOpen(projectName));
    return refuseSpans({ ...encoded, rejected, sources }, (span) => {
      const { projectName } = span;
      if (!isOpen(projectName)) {
        return { reason: `You cannot send spans to the project "${projectName}".`, shownIn: null };
      }
      if (!isInTrace(found, span)) return null;
      const reason = `The span's trace belongs to a project that you cannot send spans to.`;
      return { reason, shownIn: projectName };
    });
  }

  private async find(
    query: { name: string; text: string },
    values: unknown[],
  ): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ kind: string; id: string }>({ ...query, values });
    return new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  }
}

function rejectItem(item: ForeignItem, noun: string): RejectedSpan {
  const { traceId, spanId, name, projectName } = item;
  const message = `You cannot send ${noun} to the project "${projectName}".`;
  const error = new SpanRejectedError('other_project', message);
  return rejectSpan({ traceId: traceId ?? '', spanId: spanId ?? '', name }, error, null);
}

function isOpenIn(
  { only }: ProjectScope,
  found: ReadonlySet<string>,
): (name: string | null) => boolean {
  return (name) => (only ? found.has(`open project ${name}`) : !found.has(`project ${name}`));
}

/** The reason why a span is refused, and the project in which this is shown. */
interface Refusal {
  reason: string;
  shownIn: string | null;
}

async function refuseSpans(
  encoded: EncodedSpans,
  judge: (span: EncodedSpan) => Refusal | null,
): Promise<EncodedSpans> {
  const spans: EncodedSpan[] = [];
  const rejected = [...encoded.rejected];
  for (const span of encoded.spans) {
    const refusal = judge(span);
    if (!refusal) spans.push(span);
    else {
      const error = new SpanRejectedError('other_project', refusal.reason);
      const isKept = refusal.shownIn !== null && rejected.length < MAX_KEPT;
      const kept = isKept ? await keepEncoded(span) : null;
      rejected.push(rejectSpan(span, error, refusal.shownIn, kept));
    }
  }
  return { ...encoded, spans, rejected };
}

function listTraceIds(spans: readonly EncodedSpan[]): string[] {
  return [...new Set(spans.map(({ traceId }) => traceId))];
}

/** Returns whether a span would join one of the traces that were found. */
function isInTrace(found: ReadonlySet<string>, { traceId }: EncodedSpan): boolean {
  return found.has(`trace ${traceId}`);
}
