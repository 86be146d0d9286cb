import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import type { SnapshotExample } from '../experiment-comparisons.queries.js';
import { ExperimentRepeatedRunGroup, toRepeatedRunGroup } from './repeated-run-group.type.js';

@ObjectType({ description: 'The runs of the compared experiments for one example.' })
export class ExperimentComparison {
  @Field(() => ID)
  id: string;

  @HideField()
  exampleRowId: number;

  /** The revision that the base experiment ran on. */
  @HideField()
  revisionRowId: number;

  @Field(() => [ExperimentRepeatedRunGroup], {
    description: 'The base first, then the others in the requested order.',
  })
  repeatedRunGroups: ExperimentRepeatedRunGroup[];
}

@ObjectType()
export class ExperimentComparisonEdge extends EdgeOf(ExperimentComparison) {}

@ObjectType()
export class ExperimentComparisonConnection extends ConnectionOf(ExperimentComparisonEdge) {}

export function toExperimentComparison(
  { exampleId, revisionId }: SnapshotExample,
  experimentIds: readonly number[],
): ExperimentComparison {
  return {
    id: toGlobalId('ExperimentComparison', exampleId),
    exampleRowId: exampleId,
    revisionRowId: revisionId,
    repeatedRunGroups: experimentIds.map((id) => toRepeatedRunGroup(id, exampleId)),
  };
}
