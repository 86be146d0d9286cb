import { Body, Controller, Delete, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { rowIdInPath } from '../../../common/ids/global-id.js';
import { DatasetsService } from '../../datasets.service.js';
import { DATASET_SPLIT_TYPE, DatasetSplitsService } from '../dataset-splits.service.js';
import { SplitMembersService } from '../split-members.service.js';
import { createSplitBody, updateSplitBody } from './dataset-split.body.js';
import { DatasetSplitAnswer, toDatasetSplitItem } from './dataset-split.dto.js';

const DEFAULT_COLOR = '#33c5e8';
const NOT_FOUND =
  'No dataset has this global ID or name, or the split or an example does not exist.';
const CONFLICT = 'Another split has this name.';

/** Named subsets of examples, shared by all datasets. */
@ApiTags('dataset_splits')
@RequiredRole('MEMBER')
@Controller('v1/datasets/:dataset_identifier/splits')
export class DatasetSplitsController {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly splits: DatasetSplitsService,
    private readonly members: SplitMembersService,
  ) {}

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
    const created = await this.splits.create(split, caller, toRowIds(example_ids), dataset.id);
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
      removed: toRowIds(remove_example_ids),
      added: toRowIds(add_example_ids),
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
}

function toRowIds(exampleIds: readonly string[]): number[] {
  return exampleIds.map((id) => rowIdInPath(id, 'DatasetExample'));
}
