import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { QUARTER_SECONDS, quarterOf } from '../spans/quarters.js';
import { selectColumns } from '../database/columns.js';
import { SamplingPolicyEntity } from './sampling.entity.js';
import { DatabaseReader } from '../database/database-reader.js';
import type { OutcomeCounts } from '../tracing/sampling/dropped-traces.service.js';
import type { SamplingOutcome, SamplingRules } from '../tracing/sampling/sampled-traces.service.js';

/** The sampling policy of a project, as stored. */
export interface StoredPolicy {
  projectId: number;
  isEnabled: boolean;
  rules: SamplingRules;
  enabledAt: string;
  updatedAt: string;
  lastError: string | null;
  lastErrorAt: string | null;
}

/** The count of traces with one outcome. */
export interface SamplingCount {
  projectId: number;
  outcome: SamplingOutcome;
  traceCount: number;
  spanCount: number;
}

const QUARTERS_PER_HOUR = 3_600 / QUARTER_SECONDS;

/** SQL for policies, and for what they did. */
@Injectable()
export class SamplingQueries {
  constructor(private readonly reader: DatabaseReader) {}

  listByProject(projectIds: readonly number[]): Promise<StoredPolicy[]> {
    return this.reader.query(
      `SELECT ${selectColumns(SamplingPolicyEntity, 'p', { except: ['quietSeconds'] })}
         FROM sampling_policies p WHERE project_id = ANY($1)`,
      [projectIds],
    );
  }

  /** Adds up the last quarters of hours, including the present one. */
  count(projectIds: readonly number[], hours: number): Promise<SamplingCount[]> {
    return this.reader.query(
      `SELECT project_id AS "projectId", outcome, sum(trace_count)::float8 AS "traceCount",
              sum(span_count)::float8 AS "spanCount"
         FROM sampling_quarters
        WHERE project_id = ANY($1) AND quarter > ${quarterOf('now()')} - $2::integer
        GROUP BY project_id, outcome`,
      [projectIds, hours * QUARTERS_PER_HOUR],
    );
  }

  /** Lists why traces are kept. Leaves out those about which nothing is decided. */
  listReasons(
    traceIds: readonly string[],
  ): Promise<{ traceId: string; outcome: SamplingOutcome }[]> {
    return this.reader.query(
      `SELECT trace_id AS "traceId", kept_because AS outcome FROM traces
        WHERE trace_id = ANY($1) AND kept_because IS NOT NULL`,
      [traceIds],
    );
  }

  /** Replaces the policy of a project. One that is enabled again does not look back. */
  async save(
    tx: EntityManager,
    projectId: number,
    { isEnabled, rules }: Pick<StoredPolicy, 'isEnabled' | 'rules'>,
  ): Promise<void> {
    // Waits for a deletion under way, which must not go on afterwards.
    const [before] = await tx.query<{ isEnabled: boolean }[]>(
      `SELECT is_enabled AS "isEnabled" FROM sampling_policies WHERE project_id = $1 FOR UPDATE`,
      [projectId],
    );
    if (!before?.isEnabled || !isEnabled) {
      await tx.query('DELETE FROM undecided_spans WHERE project_id = $1', [projectId]);
    }
    await tx.query(
      `INSERT INTO sampling_policies AS p (project_id, is_enabled, rules, quiet_seconds, enabled_at)
       VALUES ($1, $2, $3, $4, clock_timestamp())
       ON CONFLICT (project_id) DO UPDATE
         SET is_enabled = excluded.is_enabled, rules = excluded.rules,
             quiet_seconds = excluded.quiet_seconds, updated_at = clock_timestamp(),
             enabled_at = CASE WHEN p.is_enabled THEN p.enabled_at ELSE excluded.enabled_at END,
             last_error = NULL, last_error_at = NULL`,
      [projectId, isEnabled, JSON.stringify(rules), rules.quietSeconds],
    );
  }

  /** Returns whether a policy is still as it was, and keeps it so until the transaction ends. */
  async holdPolicy(
    tx: EntityManager,
    { projectId, updatedAt }: Pick<StoredPolicy, 'projectId' | 'updatedAt'>,
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM sampling_policies
        WHERE project_id = $1 AND is_enabled AND updated_at = $2 FOR SHARE`,
      [projectId, updatedAt],
    );
    return rows.length > 0;
  }

  async addCounts(tx: EntityManager, projectId: number, counts: OutcomeCounts): Promise<void> {
    const sums = [...counts.values()];
    await tx.query(
      `INSERT INTO sampling_quarters AS q (project_id, quarter, outcome, trace_count, span_count)
       SELECT $1, ${quarterOf('now()')}, c.* FROM unnest($2::text[], $3::bigint[], $4::bigint[])
         AS c (outcome, traces, spans) ORDER BY c.outcome
       ON CONFLICT (project_id, quarter, outcome) DO UPDATE
         SET trace_count = q.trace_count + excluded.trace_count,
             span_count = q.span_count + excluded.span_count`,
      [
        projectId,
        [...counts.keys()],
        sums.map(({ traces }) => traces),
        sums.map(({ spans }) => spans),
      ],
    );
  }
}
