import {
  type Preview,
  ProjectsToRetainQuery,
  type RetentionPolicy,
  RetentionPreviewQuery,
} from '../../features/retention/api/retention-policies.js';
import { answer } from '../answers.js';

/** The policy that every project follows at first. */
export const DEFAULT_POLICY: RetentionPolicy = {
  id: 'policy-0',
  name: 'Default',
  cronExpression: '0 0 * * *',
  maxBytes: null,
  maxTextDays: null,
  keeps: [],
  isDefault: true,
  nextRunAt: '2100-01-01T00:00:00Z',
  projectCount: 2,
  rule: { __typename: 'TraceRetentionRuleMaxDays', maxDays: 0 },
  lastRun: null,
};

/** A policy that keeps traces for a month. */
export function aPolicy(part: Partial<RetentionPolicy> = {}): RetentionPolicy {
  return {
    ...DEFAULT_POLICY,
    id: 'policy-1',
    name: 'month',
    isDefault: false,
    projectCount: 1,
    rule: { __typename: 'TraceRetentionRuleMaxDays', maxDays: 30 },
    ...part,
  };
}

/** Answers with two projects: `shop` follows the policy of `aPolicy`, `chat` the default. */
export const PROJECTS_TO_RETAIN = answer(ProjectsToRetainQuery, {
  projects: {
    edges: [
      {
        node: {
          id: 'project-2',
          name: 'chat',
          traceRetentionPolicy: { id: 'policy-0', name: 'Default', isDefault: true },
        },
      },
      {
        node: {
          id: 'project-1',
          name: 'shop',
          traceRetentionPolicy: { id: 'policy-1', name: 'month', isDefault: false },
        },
      },
    ],
  },
});

/** Answers what a policy would delete now; nothing by default. */
export const previewed = (part: Partial<Preview> = {}) =>
  answer(RetentionPreviewQuery, {
    retentionPreview: {
      traceCount: 0,
      spanCount: 0,
      keptTraceCount: 0,
      remainingTraceCount: 5,
      textTraceCount: 0,
      storedBytes: null,
      ...part,
    },
  });
