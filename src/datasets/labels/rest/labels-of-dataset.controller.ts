import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import {
  DatasetLabelAnswer,
  DatasetLabelsAnswer,
  toDatasetLabelItem,
} from './dataset-label.dto.js';
import { DatasetLabelsService } from '../dataset-labels.service.js';
import { ReplaceLabelsDto } from './dataset-label.body.js';
import { LabelChangesService } from '../label-changes.service.js';

const NO_DATASET = 'No dataset has this global id or name.';
const NOT_FOUND = 'The dataset or label does not exist.';

/** The labels that a dataset bears. */
@ApiTags('dataset_labels')
@Controller('v1/datasets/:dataset_identifier/labels')
export class LabelsOfDatasetController {
  constructor(
    private readonly labels: DatasetLabelsService,
    private readonly changes: LabelChangesService,
  ) {}

  /** The labels of a dataset, newest first. */
  @Get()
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: DatasetLabelsAnswer })
  @ApiTextErrors({ 404: NO_DATASET })
  async list(@Param('dataset_identifier') identifier: string): Promise<DatasetLabelsAnswer> {
    return { data: (await this.labels.ofDataset(identifier)).map(toDatasetLabelItem) };
  }

  /** Has a dataset bear these labels and no others. */
  @Put()
  @RequiredRole('MEMBER')
  @ApiOkResponse({ type: DatasetLabelsAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async replace(
    @Param('dataset_identifier') identifier: string,
    @Body() body: ReplaceLabelsDto,
  ): Promise<DatasetLabelsAnswer> {
    const labels = await this.changes.replace(identifier, body.dataset_label_ids ?? []);
    return { data: labels.map(toDatasetLabelItem) };
  }

  /** Puts a label on a dataset, which may bear it already. */
  @Put(':label_id')
  @RequiredRole('MEMBER')
  @ApiOkResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async assign(
    @Param('dataset_identifier') identifier: string,
    @Param('label_id') labelId: string,
  ): Promise<DatasetLabelAnswer> {
    return { data: toDatasetLabelItem(await this.changes.assign(identifier, labelId)) };
  }

  /** Takes a label from a dataset, whether it bears it or not. */
  @Delete(':label_id')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NO_DATASET })
  @ApiInvalidRequest()
  async unassign(
    @Param('dataset_identifier') identifier: string,
    @Param('label_id') labelId: string,
  ): Promise<void> {
    await this.changes.unassign(identifier, labelId);
  }
}
