import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, type List, useAllPages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 100;

const RetentionPolicyFields = graphql(`
  fragment RetentionPolicyFields on ProjectTraceRetentionPolicy @_unmask {
    id
    name
    cronExpression
    maxBytes
    maxTextDays
    keeps
    isDefault
    nextRunAt
    projectCount
    rule {
      __typename
      ... on TraceRetentionRuleMaxDays {
        maxDays
      }
      ... on TraceRetentionRuleMaxCount {
        maxCount
      }
      ... on TraceRetentionRuleMaxDaysOrCount {
        maxDays
        maxCount
      }
    }
    lastRun {
      startedAt
      endedAt
      deletedTraceCount
      deletedSpanCount
      clearedTraceCount
      spansPerSecond
      arrivingPerSecond
      isBehind
      error
    }
  }
`);

export const RetentionPoliciesQuery = graphql(
  `
    query RetentionPolicies($first: Int!, $after: String) {
      projectTraceRetentionPolicies(first: $first, after: $after) {
        edges {
          node {
            ...RetentionPolicyFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [RetentionPolicyFields],
);

/** A policy with its last run. */
export type RetentionPolicy = ResultOf<typeof RetentionPolicyFields>;
export type RetentionExemption = RetentionPolicy['keeps'][number];

/** Lists all policies: the default first, then the others by name. Reads all of them at once. */
export function useRetentionPolicies(): List<RetentionPolicy> {
  return useAllPages(
    createPageSource(RetentionPoliciesQuery, {
      variables: { first: PAGE_SIZE },
      connection: (data) => data.projectTraceRetentionPolicies,
    }),
  );
}

/** All projects by name, with the policies that they follow. */
export const ProjectsToRetainQuery = graphql(`
  query ProjectsToRetain {
    projects(first: 1000, sort: { col: name, dir: asc }) {
      edges {
        node {
          id
          name
          traceRetentionPolicy {
            id
            name
            isDefault
          }
        }
      }
    }
  }
`);

/** The policy that a project follows, and those that it could follow. */
export const ProjectRetentionQuery = graphql(
  `
    query ProjectRetention($id: ID!) {
      node(id: $id) {
        __typename
        ... on Project {
          traceRetentionPolicy {
            ...RetentionPolicyFields
          }
        }
      }
      projectTraceRetentionPolicies(first: 100) {
        edges {
          node {
            id
            name
            isDefault
          }
        }
      }
    }
  `,
  [RetentionPolicyFields],
);

export const RetentionPreviewQuery = graphql(`
  query RetentionPreview(
    $rule: ProjectTraceRetentionRuleInput!
    $maxBytes: Float
    $maxTextDays: Float
    $keeps: [RetentionExemption!]!
    $projects: [ID!]!
    $policyId: ID
  ) {
    retentionPreview(
      rule: $rule
      maxBytes: $maxBytes
      maxTextDays: $maxTextDays
      keeps: $keeps
      projects: $projects
      policyId: $policyId
    ) {
      traceCount
      spanCount
      keptTraceCount
      remainingTraceCount
      textTraceCount
      storedBytes
    }
  }
`);

/** The effect that a rule would have now. */
export type Preview = ResultOf<typeof RetentionPreviewQuery>['retentionPreview'];

export const CreatePolicyMutation = graphql(`
  mutation CreateRetentionPolicy($input: CreateProjectTraceRetentionPolicyInput!) {
    createProjectTraceRetentionPolicy(input: $input) {
      node {
        id
      }
    }
  }
`);

export const PatchPolicyMutation = graphql(`
  mutation PatchRetentionPolicy($input: PatchProjectTraceRetentionPolicyInput!) {
    patchProjectTraceRetentionPolicy(input: $input) {
      node {
        id
      }
    }
  }
`);

export const DeletePolicyMutation = graphql(`
  mutation DeleteRetentionPolicy($input: DeleteProjectTraceRetentionPolicyInput!) {
    deleteProjectTraceRetentionPolicy(input: $input) {
      node {
        id
      }
    }
  }
`);

export const RunPolicyMutation = graphql(`
  mutation RunRetentionPolicy($input: RunProjectTraceRetentionPolicyInput!) {
    runProjectTraceRetentionPolicy(input: $input) {
      node {
        id
      }
    }
  }
`);
