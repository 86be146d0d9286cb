import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { toGlobalId } from '../../../common/ids/global-id.js';
import {
  DatasetLabelAnswer,
  DatasetLabelItemPage,
  toDatasetLabelItem,
} from './dataset-label.dto.js';
import { DATASET_LABEL_TYPE } from '../graphql/dataset-label.type.js';
import { DatasetLabelsService } from '../dataset-labels.service.js';
import { CreateLabelDto, UpdateLabelDto } from './dataset-label.body.js';
import { ListLabelsDto } from './list-dataset-labels.query.js';
import { LabelChangesService } from '../label-changes.service.js';

const NOT_FOUND = 'The label does not exist.';
const CONFLICT = 'Another label has the name.';

/** Labels for datasets, known to the whole server. */
@ApiTags('dataset_labels')
@Controller('v1/dataset_labels')
export class DatasetLabelsController {
  constructor(
    private readonly labels: DatasetLabelsService,
    private readonly changes: LabelChangesService,
  ) {}

  /** The labels, newest first, page by page. */
  @Get()
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: DatasetLabelItemPage })
  @ApiInvalidRequest()
  async list(@Query() { cursor, limit }: ListLabelsDto): Promise<DatasetLabelItemPage> {
    const { rows, next } = await this.labels.page(cursor, limit);
    return {
      data: rows.map(toDatasetLabelItem),
      next_cursor: next && toGlobalId(DATASET_LABEL_TYPE, next.id),
    };
  }

  /** Makes a label. */
  @Post()
  @RequiredRole('MEMBER')
  @ApiCreatedResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 409: CONFLICT })
  @ApiInvalidRequest()
  async create(
    @Body() body: CreateLabelDto,
    @Caller() caller: Identity,
  ): Promise<DatasetLabelAnswer> {
    const { name, color, description } = body;
    const { label } = await this.changes.create({ name, color, description }, caller);
    return { data: toDatasetLabelItem(label) };
  }

  /** One label. */
  @Get(':label_id')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async get(@Param('label_id') id: string): Promise<DatasetLabelAnswer> {
    return { data: toDatasetLabelItem(await this.labels.get(id)) };
  }

  /** Changes a label wherever it is. */
  @Patch(':label_id')
  @RequiredRole('MEMBER')
  @ApiOkResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 404: NOT_FOUND, 409: CONFLICT })
  @ApiInvalidRequest()
  async update(
    @Param('label_id') id: string,
    @Body() { name, color, description }: UpdateLabelDto,
  ): Promise<DatasetLabelAnswer> {
    return {
      data: toDatasetLabelItem(await this.changes.update(id, { name, color, description })),
    };
  }

  /** Deletes a label, and takes it from every dataset. */
  @Delete(':label_id')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async delete(@Param('label_id') id: string): Promise<void> {
    await this.changes.delete(id);
  }
}
