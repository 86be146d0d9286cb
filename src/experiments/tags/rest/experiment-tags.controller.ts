import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { ApiIdOrIdentifier } from '../../../kernel/validation/api-identifier.js';
import { rowIdInPath } from '../../../kernel/ids/global-id.js';
import { identifier, storableText } from '../../../kernel/validation/json-fields.js';
import { ExperimentsService } from '../../experiments.service.js';
import { ExperimentTagsService } from '../experiment-tags.service.js';
import {
  ExperimentTagAnswer,
  ExperimentTagList,
  toExperimentTagItem,
} from './experiment-tag.dto.js';

const setExperimentTagBody = z
  .object({
    name: identifier().describe(
      'Unique in the dataset. If another experiment has this tag, it moves to this one.',
    ),
    description: storableText().nullish().describe('Absent or null: no description.'),
  })
  .meta({ id: 'SetTagRequest' });

const NOT_FOUND = 'No experiment has this global ID.';

/** Names that point to one experiment of a dataset. */
@ApiTags('experiments')
@Controller('v1/experiments/:experiment_id/tags')
export class ExperimentTagsController {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly tags: ExperimentTagsService,
  ) {}

  /** Lists the tags of an experiment, sorted by name. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: ExperimentTagList })
  @ApiTextErrors({ 404: NOT_FOUND, 422: 'This is not the ID of an experiment.' })
  async list(@Param('experiment_id') experimentId: string): Promise<ExperimentTagList> {
    const experiment = await this.experiments.get(rowIdInPath(experimentId, 'Experiment'));
    const tags = await this.tags.listByExperiment([experiment.id]);
    return { data: tags.map(toExperimentTagItem) };
  }

  /** Sets a tag, or moves it from another experiment of the dataset. */
  @Post()
  @HttpCode(200)
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: ExperimentTagAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async set(
    @Param('experiment_id') experimentId: string,
    @Body({ schema: setExperimentTagBody })
    { name, description }: z.output<typeof setExperimentTagBody>,
    @Caller() caller: Identity,
  ): Promise<ExperimentTagAnswer> {
    const experiment = await this.experiments.get(rowIdInPath(experimentId, 'Experiment'));
    const tag = await this.tags.set(experiment, name, description ?? null, caller);
    return { data: toExperimentTagItem(tag) };
  }

  /** Removes a tag by global ID or name, unless it points to another experiment. */
  @Delete(':tag_identifier')
  @ApiIdOrIdentifier('tag_identifier', 'ExperimentTag')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND, 422: 'One of the values is not an ID or a tag name.' })
  async remove(
    @Param('experiment_id') experimentId: string,
    @Param('tag_identifier') identifier: string,
  ): Promise<void> {
    const experiment = await this.experiments.get(rowIdInPath(experimentId, 'Experiment'));
    await this.tags.remove(experiment, identifier);
  }
}
