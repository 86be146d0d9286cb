import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { parseCursor, rowIdInPath } from '../../../kernel/ids/global-id.js';
import { MAX_PAGE_SIZE } from '../../../kernel/pagination/page.js';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { DatasetsService } from '../../datasets.service.js';
import { DATASET_SPLIT_TYPE, DatasetSplitsService } from '../dataset-splits.service.js';
import { SplitMembersService } from '../split-members.service.js';
import { createSplitBody, updateSplitBody } from './dataset-split.body.js';
import {
  DatasetSplitAnswer,
  DatasetSplitItemPage,
  toDatasetSplitItem,
} from './dataset-split.dto.js';

const DEFAULT_LIMIT = 10;
const DEFAULT_COLOR = '#33c5e8';
const NOT_FOUND =
  'No dataset has this global ID or name, or the split or an example does not exist.';
const CONFLICT = 'Another split has this name.';

const listQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, max: MAX_PAGE_SIZE })
    .optional()
    .describe(`Page size, at most 1,000. Defaults to ${DEFAULT_LIMIT}.`),
});

/** Named subsets of examples, shared by all datasets. */
@ApiTags('dataset_splits')
@Access('MEMBER')
@Controller('v1/datasets/:dataset_identifier/splits')
export class DatasetSplitsController {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly splits: DatasetSplitsService,
    private readonly members: SplitMembersService,
  ) {}

  /** Lists the splits that contain examples of the dataset, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetSplitItemPage })
  @ApiTextErrors({ 404: 'No dataset has this global ID or name.' })
  @ApiInvalidRequest()
  async list(
    @Param('dataset_identifier') identifier: string,
    @Query({ schema: listQuery }) { cursor, limit = DEFAULT_LIMIT }: z.output<typeof listQuery>,
  ): Promise<DatasetSplitItemPage> {
    const dataset = await this.datasets.resolve(identifier);
    const from = parseCursor(cursor, DATASET_SPLIT_TYPE);
    const { splits, nextCursor } = await this.members.listPageOfDataset(dataset.id, from, limit);
    return { data: splits.map(toDatasetSplitItem), next_cursor: nextCursor };
  }

  /** Creates a split, optionally with examples of the dataset. */
  @Post()
  @ApiCreatedResponse({ type: DatasetSplitAnswer })
  @ApiTextErrors({ 404: NOT_FOUND, 409: CONFLICT })
  @ApiInvalidRequest()
  async create(
    @Param('dataset_identifier') identifier: string,
    @Body({ schema: createSplitBody })
    { example_ids, color, ...details }: z.output<typeof createSplitBody>,
    @Caller() caller: Identity,
  ): Promise<DatasetSplitAnswer> {
    const dataset = await this.datasets.resolve(identifier);
    const split = { ...details, color: color ?? DEFAULT_COLOR };
    const examples = await this.readExamples(dataset.id, example_ids);
    const created = await this.splits.create(split, caller, examples, dataset.id);
    return { data: toDatasetSplitItem(created) };
  }

  /** Changes a split for all datasets, and which examples of this dataset it contains. */
  @Patch(':split_id')
  @ApiOkResponse({ type: DatasetSplitAnswer })
  @ApiTextErrors({ 404: NOT_FOUND, 409: CONFLICT })
  @ApiInvalidRequest()
  async update(
    @Param('dataset_identifier') identifier: string,
    @Param('split_id') splitId: string,
    @Body({ schema: updateSplitBody })
    { add_example_ids, remove_example_ids, ...patch }: z.output<typeof updateSplitBody>,
  ): Promise<DatasetSplitAnswer> {
    const id = rowIdInPath(splitId, DATASET_SPLIT_TYPE);
    const dataset = await this.datasets.resolve(identifier);
    await this.splits.get(id);
    const split = await this.splits.update(id, patch, {
      datasetId: dataset.id,
      removed: await this.readExamples(dataset.id, remove_example_ids),
      added: await this.readExamples(dataset.id, add_example_ids),
    });
    const [exampleCount] = await this.members.countExamples([id], dataset.id);
    return { data: toDatasetSplitItem({ split, exampleCount: exampleCount! }) };
  }

  /** Deletes a split from all datasets. Its examples remain. */
  @Delete(':split_id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async delete(
    @Param('dataset_identifier') identifier: string,
    @Param('split_id') splitId: string,
  ): Promise<void> {
    const id = rowIdInPath(splitId, DATASET_SPLIT_TYPE);
    await this.datasets.resolve(identifier);
    await this.splits.delete([id]);
  }

  private async readExamples(datasetId: number, names: readonly string[]): Promise<number[]> {
    const known = await this.datasets.findExamples(datasetId, names);
    return names.map((name) => known.get(name) ?? rowIdInPath(name, 'DatasetExample'));
  }
}
