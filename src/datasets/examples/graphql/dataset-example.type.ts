import { Field, HideField, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { Node } from '../../../kernel/graphql/node.type.js';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { DATASET_VERSION_TYPE } from '../../versions/dataset-version.entity.js';
import {
  type DatasetExampleRevisionRow,
  RevisionKind,
} from '../dataset-example-revision.entity.js';
import { DATASET_EXAMPLE_TYPE, type DatasetExampleRow } from '../dataset-example.entity.js';

@ObjectType({
  description: 'One item of a dataset: an input with its expected output.',
  implements: () => Node,
})
export class DatasetExample implements Node {
  @Field(() => ID)
  id: string;

  /** Row ID, for the fields that other features add to an example. */
  @HideField()
  rowId: number;

  @HideField()
  datasetRowId: number;

  @Field(() => String, {
    nullable: true,
    description: 'The ID that its author chose, unique in the dataset.',
  })
  externalId: string | null;

  @Field(() => DateTimeScalar)
  createdAt: string;

  /** The revision at the listed version; null if the example was not listed at a version. */
  @HideField()
  revisionRowId: number | null;

  /** The newest revision. */
  @HideField()
  newestRevisionRowId: number;

  /** Key of the span that it was created from, which may no longer exist. */
  @HideField()
  spanKey: { traceId: string; spanId: string } | null;
}

@ObjectType()
export class DatasetExampleEdge extends EdgeOf(DatasetExample) {}

@ObjectType()
export class DatasetExampleConnection extends ConnectionOf(DatasetExampleEdge) {}

registerEnumType(RevisionKind, {
  name: 'RevisionKind',
  description: 'The kinds of changes to an example.',
});

@ObjectType({ description: 'The content of an example since one version.' })
export class DatasetExampleRevision {
  @Field(() => JsonScalar, { description: 'A JSON object; empty after a deletion.' })
  input: object;

  @Field(() => JsonScalar, { description: 'A JSON object; empty after a deletion.' })
  output: object;

  @Field(() => JsonScalar, { description: 'A JSON object; empty after a deletion.' })
  metadata: object;

  @Field(() => RevisionKind)
  revisionKind: RevisionKind;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => ID, { description: 'The version that introduced this revision.' })
  datasetVersionId: string;
}

/** @param revisionRowId the revision that `revision` returns without an argument; null for the newest. */
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

export function toDatasetExampleRevision(row: DatasetExampleRevisionRow): DatasetExampleRevision {
  const { input, output, metadata, kind, createdAt, versionId } = row;
  return {
    input,
    output,
    metadata,
    revisionKind: kind,
    createdAt,
    datasetVersionId: toGlobalId(DATASET_VERSION_TYPE, versionId),
  };
}
