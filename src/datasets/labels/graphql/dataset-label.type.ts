import { Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../../common/pagination/connection.js';
import { Dataset } from '../../graphql/dataset.type.js';
import type { DatasetLabelRow } from '../dataset-label.entity.js';

/** Type name inside a label's global id. */
export const DATASET_LABEL_TYPE = 'DatasetLabel';

@ObjectType({ description: 'A mark that datasets bear, to find them by.' })
export class DatasetLabel {
  @Field(() => ID)
  id: string;

  @HideField()
  rowId: number;

  @Field(() => String, { description: 'Unique.' })
  name: string;

  @Field(() => String, { nullable: true })
  description: string | null;

  @Field(() => String, { description: '`#rrggbb`, in lower case.' })
  color: string;
}

@ObjectType()
export class DatasetLabelEdge extends EdgeOf(DatasetLabel) {}

@ObjectType()
export class DatasetLabelConnection extends ConnectionOf(DatasetLabelEdge) {}

@ObjectType()
export class CreateDatasetLabelPayload {
  @Field(() => DatasetLabel)
  datasetLabel: DatasetLabel;

  @Field(() => [Dataset], { description: 'The datasets that it was put on.' })
  datasets: Dataset[];
}

@ObjectType()
export class DeleteDatasetLabelsPayload {
  @Field(() => [DatasetLabel], { description: 'As they were.' })
  datasetLabels: DatasetLabel[];
}

export function toDatasetLabel({ id, name, description, color }: DatasetLabelRow): DatasetLabel {
  return { id: toGlobalId(DATASET_LABEL_TYPE, id), rowId: id, name, description, color };
}
