import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { findableRowIdInPath, toGlobalId } from '../../kernel/ids/global-id.js';
import { queryBoolean } from '../../kernel/validation/query-fields.js';
import { listPageQuery } from './list-page.query.js';
import { ExperimentChangesService } from '../experiment-changes.service.js';
import { ExperimentCreationService } from '../experiment-creation.service.js';
import { ExperimentDeletionService } from '../experiment-deletion.service.js';
import { ExperimentAnswer, ExperimentItemPage, toExperimentItem } from './experiment.dto.js';
import { ExperimentsService } from '../experiments.service.js';
import {
  anyObject,
  laxInt32,
  maxBytes,
  NOT_BLANK,
  reason,
  storableText,
} from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

/** Requires at least one field. */
const patchExperimentBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .refine((name) => /\S/.test(name), reason('blank', 'String should not be blank'))
      .optional()
      .describe('Absent: unchanged.')
      .meta({ pattern: '\\S' }),
    description: storableText().nullish().describe('Absent: unchanged. Null: removed.'),
    metadata: anyObject().optional().describe('Replaces all metadata. Absent: unchanged.'),
  })
  .meta({ id: 'UpdateExperimentRequest' });

/**
 * Far more than anyone needs. Limited because incomplete examples list all their missing
 * repetitions.
 */
const MAX_REPETITIONS = 10_000;

const createExperimentBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .nullish()
      .describe("If absent or blank, derived from the dataset's name."),
    description: storableText().nullish(),
    metadata: anyObject().nullish(),
    version_id: storableText()
      .nullish()
      .describe('Global ID of the dataset version. Defaults to the newest.'),
    splits: z
      .array(z.string().meta({ pattern: NOT_BLANK }))
      .nullish()
      .describe('Names or global IDs of splits. Defaults to the whole dataset.'),
    repetitions: laxInt32()
      .pipe(z.int().min(1).max(MAX_REPETITIONS))
      .nullish()
      .describe('How often to run each example. Defaults to 1.')
      .meta({ type: 'integer', minimum: 1, maximum: MAX_REPETITIONS }),
  })
  .meta({ id: 'CreateExperimentRequest' });

const deleteExperimentQuery = z.object({
  delete_project: queryBoolean()
    .optional()
    .describe('Whether to also delete the project with the traces of its runs. Defaults to false.'),
});

const NOT_FOUND = 'No experiment has this global ID.';

/** Experiments: tasks that are run on the examples of a dataset. */
@ApiTags('experiments')
@Controller('v1')
export class ExperimentsController {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly creation: ExperimentCreationService,
    private readonly changes: ExperimentChangesService,
    private readonly deletion: ExperimentDeletionService,
  ) {}

  /** Creates an experiment on the examples of a dataset, and a project for its traces. */
  @Post('datasets/:dataset_id/experiments')
  @HttpCode(200)
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: ExperimentAnswer })
  @ApiTextErrors({ 404: 'The dataset, the version or a split does not exist.' })
  @ApiInvalidRequest()
  async create(
    @Param('dataset_id') datasetId: string,
    @Body({ schema: createExperimentBody })
    { version_id, ...details }: z.output<typeof createExperimentBody>,
    @Caller() caller: Identity,
  ): Promise<ExperimentAnswer> {
    const experiment = { ...details, version: version_id };
    return { data: toExperimentItem(await this.creation.create(datasetId, experiment, caller)) };
  }

  /** Lists the experiments of a dataset, newest first. */
  @Get('datasets/:dataset_id/experiments')
  @Access('VIEWER')
  @ApiOkResponse({ type: ExperimentItemPage })
  @ApiTextErrors({ 404: 'This is an ID of another type.' })
  @ApiInvalidRequest()
  async list(
    @Param('dataset_id') datasetId: string,
    @Query({ schema: listPageQuery }) { cursor, limit }: z.output<typeof listPageQuery>,
  ): Promise<ExperimentItemPage> {
    const dataset = findableRowIdInPath(datasetId, 'Dataset');
    const { rows, next } = await this.experiments.listPage(dataset, cursor, limit);
    const figures = await this.experiments.readRunFigures(rows.map(({ id }) => id));
    return {
      data: rows.map((row) => toExperimentItem(row, figures.get(row.id))),
      next_cursor: next && toGlobalId('Experiment', next.id),
    };
  }

  /** Returns one experiment. */
  @Get('experiments/:experiment_id')
  @Access('VIEWER')
  @ApiOkResponse({ type: ExperimentAnswer })
  @ApiTextErrors({ 404: NOT_FOUND, 422: 'This is not a global ID.' })
  async get(@Param('experiment_id') id: string): Promise<ExperimentAnswer> {
    const experiment = await this.experiments.get(findableRowIdInPath(id, 'Experiment'));
    const figures = await this.experiments.readRunFigures([experiment.id]);
    return { data: toExperimentItem(experiment, figures.get(experiment.id)) };
  }

  /** Changes the details of an experiment. An ephemeral experiment is kept for another day. */
  @Patch('experiments/:experiment_id')
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: ExperimentAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async patch(
    @Param('experiment_id') id: string,
    @Body({ schema: patchExperimentBody })
    { name, description, metadata }: z.output<typeof patchExperimentBody>,
  ): Promise<ExperimentAnswer> {
    const experiment = await this.experiments.get(findableRowIdInPath(id, 'Experiment'));
    const changed = await this.changes.edit(experiment, { name, description, metadata });
    const figures = await this.experiments.readRunFigures([changed.id]);
    return { data: toExperimentItem(changed, figures.get(changed.id)) };
  }

  /**
   * Deletes an experiment with its runs and evaluations and, if requested, the traces of its runs.
   */
  @Delete('experiments/:experiment_id')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async delete(
    @Param('experiment_id') id: string,
    @Query({ schema: deleteExperimentQuery }) query: z.output<typeof deleteExperimentQuery>,
  ): Promise<void> {
    const withProjects = query.delete_project ?? false;
    await this.deletion.delete(
      [await this.experiments.get(findableRowIdInPath(id, 'Experiment'))],
      { withProjects },
    );
  }
}
