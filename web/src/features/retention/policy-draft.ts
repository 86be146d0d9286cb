import type { RetentionExemption, RetentionPolicy } from './api/retention-policies.js';

/** A policy as a form holds it. */
export interface PolicyDraft {
  name: string;
  cronExpression: string;
  /** Empty: age does not count. */
  maxDays: number | '';
  /** Empty: their number does not count. */
  maxCount: number | '';
  keeps: RetentionExemption[];
  /** Global IDs of the projects that follow it. */
  projectIds: string[];
}

/** What a new policy starts with. */
export const NEW_POLICY: PolicyDraft = {
  name: '',
  cronExpression: '0 0 * * *',
  maxDays: 30,
  maxCount: '',
  keeps: [],
  projectIds: [],
};

/** @param projectIds global IDs of the projects that follow the policy. */
export function createPolicyDraft(policy: RetentionPolicy, projectIds: string[]): PolicyDraft {
  const { name, cronExpression, rule, keeps } = policy;
  return {
    name,
    cronExpression,
    maxDays: ('maxDays' in rule && rule.maxDays) || '',
    maxCount: ('maxCount' in rule && rule.maxCount) || '',
    keeps,
    projectIds,
  };
}

/** Returns the rule of a draft as the API expects it. Without limits, it keeps everything. */
export function toRuleInput({ maxDays, maxCount }: Pick<PolicyDraft, 'maxDays' | 'maxCount'>) {
  if (maxDays !== '' && maxCount !== '') return { maxDaysOrCount: { maxDays, maxCount } };
  if (maxCount !== '') return { maxCount: { maxCount } };
  return { maxDays: { maxDays: maxDays === '' ? 0 : maxDays } };
}

/** Returns the changes to an edited policy, or the content of a new one. */
export function toPolicyInput(draft: PolicyDraft, initial: PolicyDraft) {
  const { name, cronExpression, keeps, projectIds } = draft;
  const added = projectIds.filter((id) => !initial.projectIds.includes(id));
  const removed = initial.projectIds.filter((id) => !projectIds.includes(id));
  return {
    content: { name: name.trim(), cronExpression, rule: toRuleInput(draft), keeps },
    added,
    removed,
  };
}
