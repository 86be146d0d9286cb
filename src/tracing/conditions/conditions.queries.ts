import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { payloadOf } from '../../spans/span-payload.js';
import { isSameSession } from '../../spans/session-key.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import type { AnnotatedTarget, NamedAnnotation } from './named-annotation.js';
import { selectRootSpan } from '../fields/root-span.js';
import { type AttributePath, spanAttribute } from '../fields/span-attribute.js';

/** How many of the newest spans, traces or sessions to look at for attributes. */
export const NEWEST = 1000;
/** Attributes to read of them at most. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_NAMES = 200;
const MAX_SECONDS = 2;

/** What the root of a trace `t` is looked up for: Citus only does so for rows of a distributed table. */
const FROM_TRACE = {
  single: { join: '', traceId: 't.trace_id' },
  cluster: { join: 'JOIN traces base ON base.trace_id = t.trace_id', traceId: 'base.trace_id' },
};

/** The attributes of the newest spans, or of the root spans of the newest traces or sessions. */
const NEWEST_ATTRIBUTES: Record<
  AnnotatedTarget,
  (where: string, distribution: Distribution) => string
> = {
  span: (where) =>
    `SELECT s.attributes FROM spans s ${where} ORDER BY s.start_time DESC, s.id DESC LIMIT ${NEWEST}`,
  trace: (where, distribution) => {
    const { join, traceId } = distribution.choose(FROM_TRACE);
    return `SELECT root.attributes FROM (
       SELECT s.trace_id FROM traces s ${where} ORDER BY s.start_time DESC, s.id DESC LIMIT ${NEWEST}) t
     ${join}
     CROSS JOIN LATERAL (${selectRootSpan(traceId)}) root`;
  },
  session: (where, distribution) =>
    distribution.choose({
      single: `SELECT root.attributes FROM (
       SELECT s.session_id, s.project_id FROM project_sessions s ${where}
        ORDER BY s.start_time DESC, s.id DESC LIMIT ${NEWEST}) s
     CROSS JOIN LATERAL (
       SELECT t.trace_id FROM traces t
        WHERE ${isSameSession('t', 's')}
        ORDER BY t.start_time, t.id LIMIT 1) t
     CROSS JOIN LATERAL (${selectRootSpan('t.trace_id')}) root`,
      cluster: `SELECT root.attributes FROM (
       SELECT s.session_id, s.project_id FROM project_sessions s ${where}
        ORDER BY s.start_time DESC, s.id DESC LIMIT ${NEWEST}) s
     JOIN traces base ON ${isSameSession('base', 's')}
     CROSS JOIN LATERAL (${selectRootSpan('base.trace_id')}) root`,
    }),
};

/** SQL for the names in a project that conditions use. */
@Injectable()
export class ConditionsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Returns the annotations that no span or trace of the project has. */
  async findUnknownAnnotations(
    projectId: number,
    named: readonly NamedAnnotation[],
  ): Promise<NamedAnnotation[]> {
    const storable = named.filter(({ name }) => isStorable(name));
    if (storable.length === 0) return [...named];
    const searches = storable.map(
      ({ of }, at) => `(SELECT '${of}' AS "of", a.name FROM ${of}_annotations a
         WHERE a.project_id = $1 AND a.name = $${at + 2} LIMIT 1)`,
    );
    const rows = await this.reader.query<NamedAnnotation[]>(searches.join(' UNION ALL '), [
      projectId,
      ...storable.map(({ name }) => name),
    ]);
    const found = new Set(rows.map(({ of, name }) => `${of} ${name}`));
    return named.filter(({ of, name }) => !found.has(`${of} ${name}`));
  }

  /**
   * Returns the attributes that none of the project's newest spans has; none if it has no spans.
   * Reads payloads, but of no other spans.
   * @throws BadRequestError if it takes longer than two seconds.
   */
  async findUnseenAttributes(
    projectId: number,
    paths: readonly AttributePath[],
  ): Promise<AttributePath[]> {
    if (paths.length === 0) return [];
    const { distribution } = this.reader;
    const where = new DistributedWhere(distribution).andEqual('s.project_id', projectId);
    // Citus looks up no packs for rows that it has gathered.
    const { payload, selected } = distribution.choose({
      single: { payload: payloadOf('s'), selected: 's.*' },
      cluster: { payload: 's.whole_payload', selected: `s.*, ${payloadOf('s')} AS whole_payload` },
    });
    const seen = paths.map((path) => {
      const value = spanAttribute(path, 's', payload).sql(where);
      return `EXISTS (SELECT FROM newest s WHERE ${value} IS NOT NULL)`;
    });
    const [row] = await runBoundedRead<{ seen: boolean[] }>(
      this.reader,
      `WITH newest AS MATERIALIZED (
         SELECT ${selected} FROM spans s ${where.toString()} ORDER BY s.id DESC LIMIT ${NEWEST})
       SELECT ARRAY[${seen.join(', ')}] AS seen WHERE EXISTS (SELECT FROM newest)`,
      where.parameters,
      MAX_SECONDS,
    );
    return row ? paths.filter((_, at) => !row.seen[at]) : [];
  }

  /** Lists the names of the annotations of a kind of target, sorted. Skips from name to name in the index. */
  async listAnnotationNames(projectId: number, of: AnnotatedTarget): Promise<string[]> {
    const next = (condition: string) =>
      `(SELECT a.name FROM ${of}_annotations a WHERE a.project_id = $1 ${condition}
         ORDER BY a.name LIMIT 1)`;
    const rows = await this.reader.query<{ name: string }[]>(
      this.reader.distribution.choose({
        single: `WITH RECURSIVE known (name) AS (
             SELECT ${next('')} UNION ALL
             SELECT ${next('AND a.name > known.name')} FROM known WHERE known.name IS NOT NULL)
           SELECT name FROM known WHERE name IS NOT NULL LIMIT ${MAX_NAMES}`,
        cluster: `SELECT DISTINCT a.name FROM ${of}_annotations a WHERE a.project_id = $1
            ORDER BY a.name LIMIT ${MAX_NAMES}`,
      }),
      [projectId],
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Lists the dotted names of attributes with short values, without elements of lists, most frequent
   * first.
   * @throws BadRequestError if it takes longer than two seconds.
   */
  async listAttributes(
    projectId: number,
    of: AnnotatedTarget,
    { start, end }: TimeRange,
  ): Promise<string[]> {
    const where = new SqlWhere()
      .andEqual('s.project_id', projectId)
      .andBetween('s.start_time', start, end);
    const rows = await runBoundedRead<{ name: string }>(
      this.reader,
      `WITH newest AS MATERIALIZED (${NEWEST_ATTRIBUTES[of](where.toString(), this.reader.distribution)}),
       counted AS (
         SELECT attributes,
                sum(pg_column_size(attributes)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
           FROM newest)
       SELECT name FROM counted CROSS JOIN LATERAL jsonb_object_keys(attributes) AS name
        WHERE bytes <= ${MAX_BYTES} AND name !~ '[.][0-9]+([.]|$)'
        GROUP BY name ORDER BY count(*) DESC, name COLLATE "C" LIMIT ${MAX_NAMES}`,
      where.parameters,
      MAX_SECONDS,
    );
    return rows.map(({ name }) => name);
  }
}
