import type { RetentionExemption, RetentionPolicy } from './api/retention-policies.js';

export const SIZE_UNITS = ['MB', 'GB'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

/** As sizes are shown everywhere. */
const BYTES: Record<SizeUnit, number> = { MB: 1024 ** 2, GB: 1024 ** 3 };

/** A policy as a form holds it. */
export interface PolicyDraft {
  name: string;
  cronExpression: string;
  /** Empty: age does not count. */
  maxDays: number | '';
  /** Empty: their number does not count. */
  maxCount: number | '';
  /** Of each project, in `sizeUnit`. Empty: its size does not count. */
  maxSize: number | '';
  sizeUnit: SizeUnit;
  /** Empty: texts stay as long as their traces. */
  maxTextDays: number | '';
  keeps: RetentionExemption[];
  /** Global IDs of the projects that follow it. */
  projectIds: string[];
}

/** The draft of a new policy. */
export const NEW_POLICY: PolicyDraft = {
  name: '',
  cronExpression: '0 0 * * *',
  maxDays: 30,
  maxCount: '',
  maxSize: '',
  sizeUnit: 'GB',
  maxTextDays: '',
  keeps: [],
  projectIds: [],
};

/** @param projectIds global IDs of the projects that follow the policy. */
export function createPolicyDraft(policy: RetentionPolicy, projectIds: string[]): PolicyDraft {
  const { name, cronExpression, rule, maxBytes, maxTextDays, keeps } = policy;
  const sizeUnit = maxBytes !== null && maxBytes < BYTES.GB ? 'MB' : 'GB';
  return {
    name,
    cronExpression,
    maxDays: ('maxDays' in rule && rule.maxDays) || '',
    maxCount: ('maxCount' in rule && rule.maxCount) || '',
    maxSize: maxBytes === null ? '' : Number((maxBytes / BYTES[sizeUnit]).toFixed(2)),
    sizeUnit,
    maxTextDays: maxTextDays ?? '',
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

/** Returns the other limits of a draft as the API expects them, where 0 is none. */
export function toLimitsInput({
  maxSize,
  sizeUnit,
  maxTextDays,
}: Pick<PolicyDraft, 'maxSize' | 'sizeUnit' | 'maxTextDays'>) {
  return {
    maxBytes: Math.round((maxSize || 0) * BYTES[sizeUnit]),
    maxTextDays: maxTextDays || 0,
  };
}

/**
 * Returns what to count for a draft.
 * @param defaultId of the default policy, whose projects are not chosen.
 */
export function toPreviewVariables(draft: PolicyDraft, defaultId: string | undefined) {
  return {
    rule: toRuleInput(draft),
    ...toLimitsInput(draft),
    keeps: draft.keeps,
    projects: defaultId === undefined ? draft.projectIds : [],
    policyId: defaultId ?? null,
  };
}

/** Returns the changes to an edited policy, or the content of a new one. */
export function toPolicyInput(draft: PolicyDraft, initial: PolicyDraft) {
  const { name, cronExpression, keeps, projectIds } = draft;
  const added = projectIds.filter((id) => !initial.projectIds.includes(id));
  const removed = initial.projectIds.filter((id) => !projectIds.includes(id));
  return {
    content: {
      name: name.trim(),
      cronExpression,
      rule: toRuleInput(draft),
      ...toLimitsInput(draft),
      keeps,
    },
    added,
    removed,
  };
}
