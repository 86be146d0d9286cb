import type { AnnotationConfig } from './api/annotation-configs.js';

export type ConfigType = 'categorical' | 'continuous' | 'freeform';
export type Direction = NonNullable<AnnotationConfig['optimizationDirection']>;

/** A label as typed; `key` identifies it while it is moved. */
export interface LabelDraft {
  key: number;
  label: string;
  /** A number, or empty for none. */
  score: string;
}

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

let lastKey = 0;

export function createLabel(label = '', score = ''): LabelDraft {
  lastKey += 1;
  return { key: lastKey, label, score };
}

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
    const labels = config.values.map(({ label, score }) => createLabel(label, printNumber(score)));
    return { ...draft, labels };
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
  const problems: Partial<Record<DraftField, string>> = {};
  if (draft.type === 'categorical') {
    const faulty = listFilledLabels(draft).find(({ score }) => readNumber(score) === undefined);
    if (faulty) problems.labels = `The score of “${faulty.label.trim()}” is not a number.`;
    return problems;
  }
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
    const values = listFilledLabels(draft).map(({ label, score }) => ({
      label: label.trim(),
      score: readNumber(score) ?? null,
    }));
    return { categorical: { ...common, values } };
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

/** Returns the labels with one of them moved up (-1) or down (1) by one position. */
export function moveLabel(labels: readonly LabelDraft[], key: number, by: -1 | 1): LabelDraft[] {
  const from = labels.findIndex((label) => label.key === key);
  const to = from + by;
  const moved = [...labels];
  const [label] = from < 0 || to < 0 || to >= labels.length ? [] : moved.splice(from, 1);
  if (label) moved.splice(to, 0, label);
  return moved;
}

function listFilledLabels({ labels }: ConfigDraft): LabelDraft[] {
  return labels.filter(({ label, score }) => label.trim() !== '' || score.trim() !== '');
}

function printNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Returns the number, null for an empty text, or undefined for any other text. */
function readNumber(text: string): number | null | undefined {
  const clean = text.trim().replace('−', '-').replace(',', '.');
  if (clean === '') return null;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(clean) ? Number(clean) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
