import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../common/pagination/connection.js';
import { Node } from '../../../common/graphql/node.type.js';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';
import type { DatasetExampleRow } from '../dataset-example.entity.js';

/** Type name inside an example's global id. */
export const DATASET_EXAMPLE_TYPE = 'DatasetExample';

@ObjectType({
  description: 'One case of a dataset: an input with the output that is expected of it.',
  implements: () => Node,
})
export class DatasetExample implements Node {
  @Field(() => ID)
  id: string;

  /** Row id, for the fields that other features hang onto an example. */
  @HideField()
  rowId: number;

  @HideField()
  datasetRowId: number;

  @Field(() => String, {
    nullable: true,
    description: 'The stable id that its author gave it, unique in the dataset.',
  })
  externalId: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  /** The revision that the example was listed at; null when it was not listed at any. */
  @HideField()
  revisionRowId: number | null;

  /** The newest revision. */
  @HideField()
  newestRevisionRowId: number;

  /** Key of the span it was made from, which may be gone. */
  @HideField()
  spanKey: { traceId: string; spanId: string } | null;
}

@ObjectType()
export class DatasetExampleEdge extends EdgeOf(DatasetExample) {}

@ObjectType()
export class DatasetExampleConnection extends ConnectionOf(DatasetExampleEdge) {}

/** @param revisionRowId the revision that `revision` shows without an argument, unless the newest. */
export function toDatasetExample(
  row: DatasetExampleRow,
  revisionRowId: number | null = null,
): DatasetExample {
  const { id, datasetId, externalId, traceId, spanId, revisionId, createdAt } = row;
  return {
    id: toGlobalId(DATASET_EXAMPLE_TYPE, id),
    rowId: id,
    datasetRowId: datasetId,
    externalId,
    createdAt,
    revisionRowId,
    newestRevisionRowId: revisionId,
    spanKey: traceId === null || spanId === null ? null : { traceId, spanId },
  };
}
