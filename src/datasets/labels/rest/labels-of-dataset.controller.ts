import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { rowIdInPath } from '../../../kernel/ids/global-id.js';
import { DatasetsService } from '../../datasets.service.js';
import { DATASET_LABEL_TYPE, DatasetLabelsService } from '../dataset-labels.service.js';
import { replaceLabelsBody } from './dataset-label.body.js';
import {
  DatasetLabelAnswer,
  DatasetLabelsAnswer,
  toDatasetLabelItem,
} from './dataset-label.dto.js';

const NO_DATASET = 'No dataset has this global ID or name.';
const NOT_FOUND = 'No dataset has this global ID or name, or a label does not exist.';

/** The labels of one dataset. */
@ApiTags('dataset_labels')
@Controller('v1/datasets/:dataset_identifier/labels')
export class LabelsOfDatasetController {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly labels: DatasetLabelsService,
  ) {}

  /** Lists the labels of a dataset, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetLabelsAnswer })
  @ApiTextErrors({ 404: NO_DATASET })
  async list(@Param('dataset_identifier') identifier: string): Promise<DatasetLabelsAnswer> {
    const dataset = await this.datasets.resolve(identifier);
    const [labels] = await this.labels.listByOwner([dataset.id]);
    return { data: labels!.toSorted((a, b) => b.id - a.id).map(toDatasetLabelItem) };
  }

  /** Replaces all labels of a dataset. */
  @Put()
  @Access('MEMBER')
  @ApiOkResponse({ type: DatasetLabelsAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async replace(
    @Param('dataset_identifier') identifier: string,
    @Body({ schema: replaceLabelsBody }) { dataset_label_ids }: z.output<typeof replaceLabelsBody>,
  ): Promise<DatasetLabelsAnswer> {
    const ids = dataset_label_ids.map((id) => rowIdInPath(id, DATASET_LABEL_TYPE));
    const dataset = await this.datasets.resolve(identifier);
    await this.labels.replace(dataset.id, ids);
    return this.list(identifier);
  }

  /** Adds a label to a dataset. Does nothing if the dataset already has it. */
  @Put(':label_id')
  @Access('MEMBER')
  @ApiOkResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async assign(
    @Param('dataset_identifier') identifier: string,
    @Param('label_id') labelId: string,
  ): Promise<DatasetLabelAnswer> {
    const id = rowIdInPath(labelId, DATASET_LABEL_TYPE);
    const dataset = await this.datasets.resolve(identifier);
    await this.labels.add(dataset.id, [id]);
    return { data: toDatasetLabelItem(await this.labels.get(id)) };
  }

  /** Removes a label from a dataset. Does nothing if the dataset does not have it. */
  @Delete(':label_id')
  @HttpCode(204)
  @Access('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NO_DATASET })
  @ApiInvalidRequest()
  async unassign(
    @Param('dataset_identifier') identifier: string,
    @Param('label_id') labelId: string,
  ): Promise<void> {
    const id = rowIdInPath(labelId, DATASET_LABEL_TYPE);
    const dataset = await this.datasets.resolve(identifier);
    await this.labels.remove(dataset.id, [id]);
  }
}
