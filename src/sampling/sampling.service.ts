import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { AuditService } from '../audit/audit.service.js';
import type { Identity } from '../kernel/access/access.js';
import type { ProjectEntity } from '../projects/project.entity.js';
import { PROJECT_TYPE, ProjectsService } from '../projects/projects.service.js';
import {
  SampledTracesService,
  type SamplingOutcome,
  type SamplingRules,
} from '../tracing/sampling/sampled-traces.service.js';
import { type SamplingCount, SamplingQueries, type StoredPolicy } from './sampling.queries.js';

export type { SamplingOutcome, SamplingRules } from '../tracing/sampling/sampled-traces.service.js';
export type { SamplingCount } from './sampling.queries.js';

/** The policy of a project. Nobody has ever set one while `updatedAt` is null. */
export interface ProjectSampling extends Omit<
  StoredPolicy,
  'projectId' | 'enabledAt' | 'updatedAt'
> {
  enabledAt: string | null;
  updatedAt: string | null;
}

/** The counts of a preview over the newest traces, by outcome. */
export type SamplingPreview = Omit<SamplingCount, 'projectId'>[];

/** Traces to look at in a preview. */
export const PREVIEWED_TRACES = 1_000;

const DEFAULT_RULES: SamplingRules = {
  share: 1,
  sharesSessions: false,
  keepsFailed: true,
  minLatencyMs: null,
  minCost: null,
  minTokens: null,
  scores: [],
  condition: '',
  quietSeconds: 120,
  longestWaitSeconds: 3_600,
};

const NO_POLICY: ProjectSampling = {
  isEnabled: false,
  rules: DEFAULT_RULES,
  enabledAt: null,
  updatedAt: null,
  lastError: null,
  lastErrorAt: null,
};

/** Reads and changes which traces of a project are kept once they are quiet. */
@Injectable()
export class SamplingService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: SamplingQueries,
    private readonly projects: ProjectsService,
    private readonly sampled: SampledTracesService,
    private readonly audit: AuditService,
  ) {}

  /** Returns the policy of each project. */
  async listByProject(projectIds: readonly number[]): Promise<ProjectSampling[]> {
    const rows = await this.queries.listByProject(projectIds);
    const byProject = new Map(rows.map((row) => [row.projectId, row]));
    return projectIds.map((id) => byProject.get(id) ?? NO_POLICY);
  }

  /** Counts what was decided about the traces of each project in the last hours. */
  async countByProject(projectIds: readonly number[], hours: number): Promise<SamplingCount[][]> {
    const byProject = Map.groupBy(
      await this.queries.count(projectIds, hours),
      ({ projectId }) => projectId,
    );
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /** Finds why each trace is kept; null if nothing is decided about it. */
  async listReasons(traceIds: readonly string[]): Promise<(SamplingOutcome | null)[]> {
    const rows = await this.queries.listReasons(traceIds);
    const byTrace = new Map(rows.map(({ traceId, outcome }) => [traceId, outcome]));
    return traceIds.map((id) => byTrace.get(id) ?? null);
  }

  /**
   * Counts what rules would decide about the newest stored traces of a project.
   * @throws FilterSyntaxError, and BadRequestError if it takes too long.
   */
  async preview(projectId: number, rules: SamplingRules): Promise<SamplingPreview> {
    const decided = await this.sampled.preview(projectId, rules, PREVIEWED_TRACES);
    const byOutcome = Map.groupBy(decided, ({ outcome }) => outcome);
    return [...byOutcome].map(([outcome, traces]) => ({
      outcome,
      traceCount: traces.length,
      spanCount: traces.reduce((sum, { spanCount }) => sum + spanCount, 0),
    }));
  }

  /**
   * Replaces the policy of a project. From then on, nothing is deleted by the one before.
   * @param globalId of the project.
   * @throws NotFoundError, FilterSyntaxError
   */
  async replace(
    globalId: string,
    policy: Pick<StoredPolicy, 'isEnabled' | 'rules'>,
    actor: Identity,
  ): Promise<ProjectEntity> {
    const project = await this.projects.getByGlobalId(globalId);
    this.sampled.check(policy.rules.condition);
    await this.database.inTransaction(async (tx) => {
      await this.queries.save(tx, project.id, policy);
      const entry = {
        action: 'sampling.changed',
        actor,
        subject: { type: PROJECT_TYPE, id: project.id, name: project.name },
        details: { isEnabled: policy.isEnabled, ...policy.rules },
      };
      await this.audit.record(entry, tx);
    });
    return project;
  }
}
