import { Body, Controller, Delete, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { DatasetSplitAnswer, toDatasetSplitItem } from './dataset-split.dto.js';
import { CreateSplitDto, UpdateSplitDto } from './dataset-split.body.js';
import { SplitChangesService } from '../split-changes.service.js';

const DEFAULT_COLOR = '#33c5e8';
const NOT_FOUND = 'The dataset, the split or the example does not exist.';
const CONFLICT = 'Another split has the name.';

/** Named parts of datasets, known to the whole server. */
@ApiTags('dataset_splits')
@RequiredRole('MEMBER')
@Controller('v1/datasets/:dataset_identifier/splits')
export class DatasetSplitsController {
  constructor(private readonly changes: SplitChangesService) {}

  /** Makes a split, of examples of the dataset when some are given. */
  @Post()
  @ApiCreatedResponse({ type: DatasetSplitAnswer })
  @ApiTextErrors({ 404: NOT_FOUND, 409: CONFLICT })
  @ApiInvalidRequest()
  async create(
    @Param('dataset_identifier') identifier: string,
    @Body() body: CreateSplitDto,
    @Caller() caller: Identity,
  ): Promise<DatasetSplitAnswer> {
    const { name, description, color, metadata, example_ids = [] } = body;
    const details = { name, description, color: color ?? DEFAULT_COLOR, metadata };
    const made = await this.changes.createIn(identifier, details, example_ids, caller);
    return { data: toDatasetSplitItem(made) };
  }

  /** Changes a split wherever it is, and which examples of the dataset are in it. */
  @Patch(':split_id')
  @ApiOkResponse({ type: DatasetSplitAnswer })
  @ApiTextErrors({ 404: NOT_FOUND, 409: CONFLICT })
  @ApiInvalidRequest()
  async update(
    @Param('dataset_identifier') identifier: string,
    @Param('split_id') splitId: string,
    @Body() body: UpdateSplitDto,
  ): Promise<DatasetSplitAnswer> {
    const { name, description, color, metadata } = body;
    const patch = { name, description, color, metadata };
    const members = { added: body.add_example_ids ?? [], removed: body.remove_example_ids ?? [] };
    const changed = await this.changes.updateIn(identifier, splitId, patch, members);
    return { data: toDatasetSplitItem(changed) };
  }

  /** Deletes a split everywhere. Its examples stay. */
  @Delete(':split_id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async delete(
    @Param('dataset_identifier') identifier: string,
    @Param('split_id') splitId: string,
  ): Promise<void> {
    await this.changes.delete(identifier, splitId);
  }
}
