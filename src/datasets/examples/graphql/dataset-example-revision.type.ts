import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { DateTimeScalar, JsonScalar } from '../../../common/graphql/scalars.js';
import { DATASET_VERSION_TYPE } from '../../versions/graphql/dataset-version.type.js';
import type { DatasetExampleRevisionRow } from '../dataset-example-revision.entity.js';
import { RevisionKind } from '../revision-kind.enum.js';

registerEnumType(RevisionKind, {
  name: 'RevisionKind',
  description: 'What a revision did to its example.',
});

@ObjectType({ description: 'What an example held from one version on.' })
export class DatasetExampleRevision {
  @Field(() => JsonScalar, { description: 'An object; empty after a deletion.' })
  input: object;

  @Field(() => JsonScalar, { description: 'An object; empty after a deletion.' })
  output: object;

  @Field(() => JsonScalar, { description: 'An object; empty after a deletion.' })
  metadata: object;

  @Field(() => RevisionKind)
  revisionKind: RevisionKind;

  @Field(() => DateTimeScalar)
  createdAt: string;

  @Field(() => ID, { description: 'The version that wrote it.' })
  datasetVersionId: string;
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
