import {
  createLabel,
  findLabelProblem,
  type LabelDraft,
  printNumber,
  readLabels,
  readNumber,
  toLabelDraft,
} from '../../../components/score-labels/label-draft.js';
import type { Direction } from '../../../components/score-labels/score-texts.js';
import type { AnnotationConfig } from './api/annotation-configs.js';

export type ConfigType = 'categorical' | 'continuous' | 'freeform';

/** A config as typed. Keeps the fields of every type, so that changing the type loses nothing. */
export interface ConfigDraft {
  type: ConfigType;
  name: string;
  description: string;
  direction: Direction;
  labels: LabelDraft[];
  /** A number, or empty for none, like the other bound and the threshold. */
  lowerBound: string;
  upperBound: string;
  threshold: string;
}

/** The fields that can have an error. */
export type DraftField = 'name' | 'labels' | 'lowerBound' | 'upperBound' | 'threshold';

const NOT_A_NUMBER = 'Enter a number, such as 0.5, or leave the field empty.';

/** Returns a draft of a config, or of a new one with two empty labels. */
export function createDraft(config?: AnnotationConfig): ConfigDraft {
  const draft: ConfigDraft = {
    type: 'categorical',
    name: config?.name ?? '',
    description: config?.description ?? '',
    direction: config ? (config.optimizationDirection ?? 'NONE') : 'MAXIMIZE',
    labels: [createLabel(), createLabel()],
    lowerBound: '',
    upperBound: '',
    threshold: '',
  };
  if (!config) return draft;
  if (config.__typename === 'CategoricalAnnotationConfig') {
    return { ...draft, labels: config.values.map(toLabelDraft) };
  }
  const bounds = {
    lowerBound: printNumber(config.lowerBound),
    upperBound: printNumber(config.upperBound),
  };
  return config.__typename === 'ContinuousAnnotationConfig'
    ? { ...draft, ...bounds, type: 'continuous' }
    : { ...draft, ...bounds, type: 'freeform', threshold: printNumber(config.threshold) };
}

/** Finds what the user typed wrong, other than what only the server knows. */
export function findDraftProblems(draft: ConfigDraft): Partial<Record<DraftField, string>> {
  if (draft.type === 'categorical') {
    const labels = findLabelProblem(draft.labels);
    return labels === undefined ? {} : { labels };
  }
  const problems: Partial<Record<DraftField, string>> = {};
  const fields = ['lowerBound', 'upperBound', 'threshold'] as const;
  for (const field of fields.slice(0, draft.type === 'freeform' ? 3 : 2)) {
    if (readNumber(draft[field]) === undefined) problems[field] = NOT_A_NUMBER;
  }
  return problems;
}

/** Returns a draft without problems in the format of the server. Leaves out empty labels. */
export function toConfigInput(draft: ConfigDraft) {
  const { type, direction: optimizationDirection } = draft;
  const common = {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    optimizationDirection,
  };
  if (type === 'categorical') {
    return { categorical: { ...common, values: readLabels(draft.labels) } };
  }
  const bounded = {
    ...common,
    lowerBound: readNumber(draft.lowerBound) ?? null,
    upperBound: readNumber(draft.upperBound) ?? null,
  };
  if (type === 'continuous') return { continuous: bounded };
  return { freeform: { ...bounded, threshold: readNumber(draft.threshold) ?? null } };
}

/** Returns the field that a refusal of the server is about; undefined for the whole form. */
export function findRefusedField(
  draft: ConfigDraft,
  { code, message }: { code?: string | undefined; message: string },
): DraftField | undefined {
  if (code === 'CONFLICT') return 'name';
  if (draft.type === 'categorical') return /\blabels?\b/i.test(message) ? 'labels' : undefined;
  return /\bbound\b/i.test(message) ? 'upperBound' : undefined;
}
