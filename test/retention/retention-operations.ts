import { eventually } from '../support/eventually.js';
import type { TestServer } from '../support/server.js';

/** A policy as the API returns it. */
export interface Policy {
  id: string;
  name: string;
  cronExpression: string;
  rule: { __typename: string; maxDays?: number; maxCount?: number };
  maxBytes: number | null;
  maxTextDays: number | null;
  keeps: string[];
  isDefault: boolean;
  nextRunAt: string;
  projectCount: number;
  projects: { edges: { node: { name: string } }[] };
  lastRun: {
    startedAt: string;
    endedAt: string | null;
    deletedTraceCount: number;
    deletedSpanCount: number;
    clearedTraceCount: number;
    spansPerSecond: number | null;
    arrivingPerSecond: number | null;
    isBehind: boolean;
    error: string | null;
  } | null;
}

const POLICY = `id name cronExpression maxBytes maxTextDays keeps isDefault nextRunAt projectCount
  rule { __typename
    ... on TraceRetentionRuleMaxDays { maxDays }
    ... on TraceRetentionRuleMaxCount { maxCount }
    ... on TraceRetentionRuleMaxDaysOrCount { maxDays maxCount } }
  projects { edges { node { name } } }
  lastRun { startedAt endedAt deletedTraceCount deletedSpanCount clearedTraceCount spansPerSecond arrivingPerSecond
    isBehind error }`;

/** Sends a mutation of a policy: `create`, `patch`, `delete` or `run`. */
export function mutatePolicy(
  server: Pick<TestServer, 'gql'>,
  kind: 'create' | 'patch' | 'delete' | 'run',
  input: object,
) {
  const name = `${kind}ProjectTraceRetentionPolicy`;
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  return server.gql<Record<string, { node: Policy }>>(
    `mutation ($input: ${type}!) { ${name}(input: $input) { node { ${POLICY} } } }`,
    { input },
  );
}

/** Creates a policy, by default one that keeps traces for a week. */
export async function aPolicy(
  server: Pick<TestServer, 'gql'>,
  given: Partial<{
    name: string;
    cronExpression: string;
    rule: object;
    maxBytes: number;
    maxTextDays: number;
    keeps: string[];
    addProjects: string[];
  }> = {},
): Promise<Policy> {
  const { data, errors } = await mutatePolicy(server, 'create', {
    name: 'a week',
    cronExpression: '0 3 * * *',
    rule: { maxDays: { maxDays: 7 } },
    ...given,
  });
  if (!data) throw new Error(JSON.stringify(errors));
  return data['createProjectTraceRetentionPolicy']!.node;
}

/** Lists all policies. */
export async function listPolicies(server: Pick<TestServer, 'gql'>): Promise<Policy[]> {
  const { data } = await server.gql<{
    projectTraceRetentionPolicies: { edges: { node: Policy }[] };
  }>(`{ projectTraceRetentionPolicies { edges { node { ${POLICY} } } } }`);
  return data!.projectTraceRetentionPolicies.edges.map(({ node }) => node);
}

/** Runs a policy and waits until it has ended. */
export async function runNow(server: TestServer, { id }: Policy): Promise<Policy> {
  const { errors } = await mutatePolicy(server, 'run', { id });
  expect(errors).toBeUndefined();
  return ended(server, id);
}

export async function ended(server: TestServer, id: string): Promise<Policy> {
  const read = async () => (await listPolicies(server)).find((policy) => policy.id === id)!;
  await eventually('the end of the run', async () => (await read()).lastRun?.endedAt != null);
  return read();
}
