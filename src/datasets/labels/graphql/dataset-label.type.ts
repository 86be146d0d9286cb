import { Field, ObjectType } from '@nestjs/graphql';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { Label, toLabel } from '../../../labels/graphql/label.type.js';
import type { LabelRow } from '../../../labels/labels.service.js';
import { Dataset } from '../../graphql/dataset.type.js';
import { DATASET_LABEL_TYPE } from '../dataset-label.entity.js';

@ObjectType({ description: 'A label for datasets.' })
export class DatasetLabel extends Label {}

@ObjectType()
export class DatasetLabelEdge extends EdgeOf(DatasetLabel) {}

@ObjectType()
export class DatasetLabelConnection extends ConnectionOf(DatasetLabelEdge) {}

@ObjectType()
export class CreateDatasetLabelPayload {
  @Field(() => DatasetLabel)
  datasetLabel: DatasetLabel;

  @Field(() => [Dataset], { description: 'The datasets that the label was added to.' })
  datasets: Dataset[];
}

@ObjectType()
export class DeleteDatasetLabelsPayload {
  @Field(() => [DatasetLabel], { description: 'The deleted labels.' })
  datasetLabels: DatasetLabel[];
}

export function toDatasetLabel(row: LabelRow): DatasetLabel {
  return toLabel(DATASET_LABEL_TYPE, row);
}
