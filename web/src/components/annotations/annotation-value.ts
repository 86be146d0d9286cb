import { graphql, type ResultOf } from '../../graphql.js';

/** An annotation as lists show it, without its explanation, which can be long. */
export const AnnotationValueFields = graphql(`
  fragment AnnotationValueFields on Annotation @_unmask {
    id
    name
    annotatorKind
    label
    score
    identifier
    createdAt
    user {
      id
      username
    }
  }
`);

/** A value and what it judges, if a row shows the annotations of several targets. */
export type AnnotationValue = ResultOf<typeof AnnotationValueFields> & { target?: string };

/** The words for kinds of annotators. */
export const ANNOTATOR_KINDS: Record<AnnotationValue['annotatorKind'], string> = {
  HUMAN: 'Person',
  LLM: 'LLM',
  CODE: 'Code',
  DECISION: 'Decision model',
  AGENT: 'Agent',
};

/** The annotations of a row with the same name. */
export interface AnnotationGroup {
  name: string;
  values: readonly AnnotationValue[];
  /** The most frequent label, the first given one on a tie; null without labels. */
  label: string | null;
  /** Null without scores. */
  meanScore: number | null;
}

/** Groups annotations by name, in alphabetical order. */
export function groupAnnotations(values: readonly AnnotationValue[]): AnnotationGroup[] {
  const byName = Map.groupBy(values, ({ name }) => name);
  return [...byName]
    .map(([name, group]) => ({
      name,
      values: group,
      label: findMajority(group.flatMap(({ label }) => label ?? [])),
      meanScore: getMean(group.flatMap(({ score }) => score ?? [])),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function findMajority(labels: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return labels.find((label) => counts.get(label) === most) ?? null;
}

function getMean(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  return scores.reduce((sum, score) => sum + score / scores.length, 0);
}
