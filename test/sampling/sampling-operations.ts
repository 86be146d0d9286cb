import { randomBytes } from 'node:crypto';
import { whenIndexed, whenNone, whenPriced } from '../support/background-loops.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { newTraceId, sendTraces, type TraceToSend } from '../support/send-traces.js';
import type { GraphqlAnswer, TestServer } from '../support/server.js';

export interface Rules {
  share: number;
  sharesSessions?: boolean;
  keepsFailed?: boolean;
  minLatencyMs?: number | null;
  minCost?: number | null;
  minTokens?: number | null;
  scores?: { name: string; below?: number | null; labels?: string[] }[];
  condition?: string;
  quietSeconds?: number;
  longestWaitSeconds?: number;
}

export interface Count {
  outcome: string;
  traceCount: number;
  spanCount: number;
}

export interface SampledProject {
  id: number;
  name: string;
  globalId: string;
}

export const PATCH = `mutation ($input: PatchProjectSamplingInput!) {
  patchProjectSampling(input: $input) { project { sampling { isEnabled lastError } } }
}`;

/** Longer than a test takes. `whenDecided` lets it pass. */
export const QUIET = { quietSeconds: 3_600, longestWaitSeconds: 86_400 };
const QUIET_SECONDS = 3_700;

/** IDs of traces that belong to nearly every share, and to nearly none. */
export const chosenId = () => `${randomBytes(9).toString('hex')}ffffffffffffff`;
export const otherId = () => `${randomBytes(9).toString('hex')}00000000000001`;

type Server = Pick<TestServer, 'sql' | 'url'> &
  Partial<Pick<TestServer, 'app'>> & {
    gql<T>(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer<T>>;
  };

/** Operations on the sampling of projects, as a user. */
export function samplingOperations(server: () => Server) {
  const patch = (projectId: string, rules: Rules, isEnabled = true) =>
    server().gql<{ patchProjectSampling: object }>(PATCH, {
      input: { projectId, isEnabled, rules },
    });
  const ask = async <T>(project: SampledProject, field: string): Promise<T> => {
    const { data, errors } = await server().gql<{ node: { field: T } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { field: ${field} } } }`,
      { id: project.globalId },
    );
    expect(errors).toBeUndefined();
    return data!.node.field;
  };
  const whenHandedOver = () => whenIndexed(server());
  /** Lets time pass for what has arrived. */
  const age = async (seconds: number) => {
    // Citus takes only functions that never depend on the time zone of the session.
    const before = (time: string): string =>
      `${time} = (${time} AT TIME ZONE 'UTC' - interval '${seconds} s') AT TIME ZONE 'UTC'`;
    await server().sql(`UPDATE sampling_policies SET ${before('enabled_at')}`);
    await server().sql(`UPDATE spans SET ${before('ingested_at')}`);
    await server().sql(`UPDATE undecided_spans SET ${before('created_at')}`);
  };
  const whenNothingIsDue = () =>
    whenNone(
      server(),
      `SELECT 1 FROM undecided_spans u JOIN sampling_policies p ON p.project_id = u.project_id
        WHERE u.created_at <= now() - p.quiet_seconds * interval '1 s'
        UNION ALL SELECT 1 FROM dropped_traces LIMIT 1`,
      'sampling',
    );
  return {
    patch,
    ask,
    age,
    whenHandedOver,
    whenNothingIsDue,
    whenPriced: () => whenPriced(server()),
    /** Creates a project that is sampled. Fails the test if that fails. */
    aSampledProject: async (rules: Rules, isEnabled = true): Promise<SampledProject> => {
      const { id, name } = await aProject(server());
      const project = { id, name, globalId: globalId('Project', id) };
      const { errors } = await patch(project.globalId, { ...QUIET, ...rules }, isEnabled);
      expect(errors).toBeUndefined();
      return project;
    },
    /** Sends one trace, by default one that no share has. Returns its ID. */
    send: async (project: SampledProject, trace: TraceToSend = {}): Promise<string> => {
      const traceId = trace.traceId ?? otherId();
      await sendTraces(server().url, [{ project: project.name, ...trace, traceId }]);
      return traceId;
    },
    /** Lets all traces become quiet, and waits until they are decided about. */
    whenDecided: async () => {
      await whenHandedOver();
      await age(QUIET_SECONDS);
      await whenNothingIsDue();
    },
    /** Returns why traces were kept, or `null` for those that are gone. */
    reasons: async (...traceIds: string[]) => {
      const rows = await server().sql<{ trace_id: string; kept_because: string | null }>(
        'SELECT trace_id, kept_because FROM traces WHERE trace_id = ANY($1)',
        [traceIds],
      );
      const known = new Map(rows.map((row) => [row.trace_id, row.kept_because ?? 'UNDECIDED']));
      return traceIds.map((id) => known.get(id) ?? null);
    },
    /** Returns how many traces had each outcome. */
    counts: async (project: SampledProject): Promise<Record<string, number>> => {
      const counts = await ask<Count[]>(
        project,
        'samplingCounts(hours: 1) { outcome traceCount spanCount }',
      );
      return Object.fromEntries(counts.map(({ outcome, traceCount }) => [outcome, traceCount]));
    },
    newTraceId,
  };
}
