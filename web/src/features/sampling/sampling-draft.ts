import type { Sampling, SamplingRules } from './api/sampling.js';

/** An annotation that is edited. */
export interface ScoreDraft {
  /** Tells rows apart. */
  key: number;
  name: string;
  /** Empty: scores do not count. */
  below: number | '';
  /** Separated by commas. */
  labels: string;
}

/** The rules as they are edited. An empty number is no limit. */
export interface SamplingDraft {
  isEnabled: boolean;
  percent: number | '';
  sharesSessions: boolean;
  keepsFailed: boolean;
  minSeconds: number | '';
  minCost: number | '';
  minTokens: number | '';
  scores: ScoreDraft[];
  condition: string;
  quietSeconds: number | '';
  longestWaitMinutes: number | '';
}

export const DEFAULT_QUIET_SECONDS = 120;
export const DEFAULT_WAIT_MINUTES = 60;

export function toDraft({ isEnabled, rules }: Sampling): SamplingDraft {
  return {
    isEnabled,
    percent: toPercent(rules.share),
    sharesSessions: rules.sharesSessions,
    keepsFailed: rules.keepsFailed,
    minSeconds: rules.minLatencyMs === null ? '' : rules.minLatencyMs / 1000,
    minCost: rules.minCost ?? '',
    minTokens: rules.minTokens ?? '',
    scores: rules.scores.map(({ name, below, labels }, key) => ({
      key,
      name,
      below: below ?? '',
      labels: labels.join(', '),
    })),
    condition: rules.condition,
    quietSeconds: rules.quietSeconds,
    longestWaitMinutes: rules.longestWaitSeconds / 60,
  };
}

/** Leaves out annotations of which nothing is written. */
export function toRules(draft: SamplingDraft): SamplingRules {
  return {
    share: (draft.percent || 0) / 100,
    sharesSessions: draft.sharesSessions,
    keepsFailed: draft.keepsFailed,
    minLatencyMs: draft.minSeconds === '' ? null : draft.minSeconds * 1000,
    minCost: draft.minCost === '' ? null : draft.minCost,
    minTokens: draft.minTokens === '' ? null : draft.minTokens,
    scores: draft.scores
      .map(({ name, below, labels }) => ({
        name: name.trim(),
        below: below === '' ? null : below,
        labels: labels
          .split(',')
          .map((label) => label.trim())
          .filter((label) => label !== ''),
      }))
      .filter(({ name, below, labels }) => name !== '' || below !== null || labels.length > 0),
    condition: draft.condition.trim(),
    quietSeconds: draft.quietSeconds || DEFAULT_QUIET_SECONDS,
    longestWaitSeconds: Math.round((draft.longestWaitMinutes || DEFAULT_WAIT_MINUTES) * 60),
  };
}

/** Whether nothing but what is protected would stay. */
export function keepsNothing(rules: SamplingRules): boolean {
  return (
    rules.share === 0 &&
    rules.keepsFailed === false &&
    (rules.minLatencyMs ?? null) === null &&
    (rules.minCost ?? null) === null &&
    (rules.minTokens ?? null) === null &&
    (rules.scores ?? []).length === 0 &&
    (rules.condition ?? '') === ''
  );
}

/** Without the digits that dividing adds. */
function toPercent(share: number): number {
  return Number((share * 100).toPrecision(12));
}
