/** A label as typed; `key` identifies it while it is moved. */
export interface LabelDraft {
  key: number;
  label: string;
  /** A number, or empty for none. */
  score: string;
}

let lastKey = 0;

export function createLabel(label = '', score = ''): LabelDraft {
  lastKey += 1;
  return { key: lastKey, label, score };
}

/** Returns a draft of a stored label. */
export function toLabelDraft({ label, score }: { label: string; score: number | null }) {
  return createLabel(label, printNumber(score));
}

/** Returns what is wrong with the scores of labels; undefined if nothing is. */
export function findLabelProblem(labels: readonly LabelDraft[]): string | undefined {
  const faulty = listFilledLabels(labels).find(({ score }) => readNumber(score) === undefined);
  return faulty && `The score of “${faulty.label.trim()}” is not a number.`;
}

/** Returns labels without problems in the format of the server. Leaves out empty ones. */
export function readLabels(labels: readonly LabelDraft[]) {
  return listFilledLabels(labels).map(({ label, score }) => ({
    label: label.trim(),
    score: readNumber(score) ?? null,
  }));
}

function listFilledLabels(labels: readonly LabelDraft[]): LabelDraft[] {
  return labels.filter(({ label, score }) => label.trim() !== '' || score.trim() !== '');
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

export function printNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Returns the number, null for an empty text, or undefined for any other text. */
export function readNumber(text: string): number | null | undefined {
  const clean = text.trim().replace('−', '-').replace(',', '.');
  if (clean === '') return null;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(clean) ? Number(clean) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
