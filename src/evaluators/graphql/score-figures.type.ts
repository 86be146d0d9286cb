import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { LabelFraction } from '../../annotations/summaries/graphql/annotation-summary.type.js';

/** More labels than this are free text, whose shares say nothing. */
const MAX_LABELS = 20;

@ObjectType({ isAbstract: true })
export abstract class ScoreFigures {
  @Field(() => Int, { description: 'Successful evaluations.' })
  count: number;

  @Field(() => Int, { description: 'Failed evaluations.' })
  errorCount: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Of the evaluations that have a score; null without any.',
  })
  meanScore: number | null;

  @Field(() => [LabelFraction], {
    description: `Largest share first. The ${MAX_LABELS} most frequent labels.`,
  })
  labelFractions: LabelFraction[];
}

/** The evaluations with one label, or those without. */
export interface LabelSums {
  label: string | null;
  count: number;
  errorCount: number;
  scoreCount: number;
  /** Null without scores. */
  scoreSum: number | null;
}

/** Adds up the evaluations of one experiment or of one day. */
export function toScoreFigures(rows: readonly LabelSums[]): Pick<ScoreFigures, keyof ScoreFigures> {
  const sum = (read: (row: LabelSums) => number) =>
    rows.reduce((total, row) => total + read(row), 0);
  const scoreCount = sum((row) => row.scoreCount);
  const labelled = rows.filter(({ label, count }) => label !== null && count > 0);
  const labelCount = labelled.reduce((total, { count }) => total + count, 0);
  return {
    count: sum((row) => row.count),
    errorCount: sum((row) => row.errorCount),
    meanScore: scoreCount === 0 ? null : sum((row) => row.scoreSum ?? 0) / scoreCount,
    labelFractions: labelled
      .toSorted((a, b) => b.count - a.count || (a.label! < b.label! ? -1 : 1))
      .slice(0, MAX_LABELS)
      .map(({ label, count }) => ({ label: label!, fraction: count / labelCount })),
  };
}
