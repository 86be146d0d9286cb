import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { parseCursor, rowIdInPath } from '../../../kernel/ids/global-id.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { DATASET_LABEL_TYPE, DatasetLabelsService } from '../dataset-labels.service.js';
import { createLabelBody, updateLabelBody } from './dataset-label.body.js';
import {
  DatasetLabelAnswer,
  DatasetLabelItemPage,
  toDatasetLabelItem,
} from './dataset-label.dto.js';

const NOT_FOUND = 'The label does not exist.';
const CONFLICT = 'Another label has this name.';

const listQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, cap: 10_000 })
    .optional()
    .describe('Page size. Values above 10,000 count as 10,000. Defaults to 100.'),
});

/** Labels, shared by all datasets. */
@ApiTags('dataset_labels')
@Controller('v1/dataset_labels')
export class DatasetLabelsController {
  constructor(private readonly labels: DatasetLabelsService) {}

  /** Lists labels, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetLabelItemPage })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listQuery }) { cursor, limit }: z.output<typeof listQuery>,
  ): Promise<DatasetLabelItemPage> {
    const from = parseCursor(cursor, DATASET_LABEL_TYPE);
    const { rows, nextCursor } = await this.labels.list(from, limit);
    return {
      data: rows.map(toDatasetLabelItem),
      next_cursor: nextCursor,
    };
  }

  /** Creates a label. */
  @Post()
  @Access('MEMBER')
  @ApiCreatedResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 409: CONFLICT })
  @ApiInvalidRequest()
  async create(
    @Body({ schema: createLabelBody }) body: z.output<typeof createLabelBody>,
    @Caller() { userId }: Identity,
  ): Promise<DatasetLabelAnswer> {
    return { data: toDatasetLabelItem(await this.labels.create(body, userId)) };
  }

  /** Returns a label. */
  @Get(':label_id')
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async get(@Param('label_id') id: string): Promise<DatasetLabelAnswer> {
    const label = await this.labels.get(rowIdInPath(id, DATASET_LABEL_TYPE));
    return { data: toDatasetLabelItem(label) };
  }

  /** Changes a label on all datasets that have it. */
  @Patch(':label_id')
  @Access('MEMBER')
  @ApiOkResponse({ type: DatasetLabelAnswer })
  @ApiTextErrors({ 404: NOT_FOUND, 409: CONFLICT })
  @ApiInvalidRequest()
  async update(
    @Param('label_id') id: string,
    @Body({ schema: updateLabelBody }) patch: z.output<typeof updateLabelBody>,
  ): Promise<DatasetLabelAnswer> {
    const label = await this.labels.update(rowIdInPath(id, DATASET_LABEL_TYPE), patch);
    return { data: toDatasetLabelItem(label) };
  }

  /** Deletes a label and removes it from every dataset. */
  @Delete(':label_id')
  @HttpCode(204)
  @Access('MEMBER')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async delete(@Param('label_id') id: string): Promise<void> {
    await this.labels.delete([rowIdInPath(id, DATASET_LABEL_TYPE)]);
  }
}
