import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { streamText } from '../../../kernel/access/stream-text.js';
import { z } from 'zod';
import { queryInt, queryText } from '../../../kernel/validation/query-fields.js';
import { RunItemPage, StoredRunAnswer, toRunPageJson } from './experiment-run.dto.js';
import { ExperimentRunsService } from '../experiment-runs.service.js';
import {
  anyJson,
  laxInt32,
  laxTime,
  maxBytes,
  storableText,
} from '../../../kernel/validation/json-fields.js';

/** Enough for any realistic ID, and small enough for an index. */
const MAX_TRACE_ID_BYTES = 512;

const createExperimentRunBody = z
  .object({
    dataset_example_id: z
      .string()
      .describe('The example, by global ID or by its own `external_id`.'),
    output: anyJson().describe('The output of the task: any JSON, including null.'),
    repetition_number: laxInt32()
      .refine((number) => number >= 1, {
        message: 'Input should be greater than or equal to 1',
        params: { type: 'greater_than_equal' },
      })
      .describe('From 1.')
      .meta({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }),
    start_time: laxTime().describe('UTC unless it has an offset.').meta({ type: 'string' }),
    end_time: laxTime().describe('UTC unless it has an offset.').meta({ type: 'string' }),
    trace_id: storableText()
      .check(maxBytes(MAX_TRACE_ID_BYTES))
      .nullish()
      .describe("ID of the task's trace. Its spans may arrive later."),
    error: z
      .string()
      .nullish()
      .describe('Why the task failed. A failed run can be replaced, a successful one cannot.'),
  })
  .meta({ id: 'CreateRunRequest' });

const listExperimentRunsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1 }).optional().describe('Page size. Defaults to all runs.'),
});

/** The runs of an experiment. */
@ApiTags('experiments')
@Controller('v1/experiments/:experiment_id/runs')
export class ExperimentRunsController {
  constructor(private readonly runs: ExperimentRunsService) {}

  /** Stores a run. Replaces a failed run of the same repetition, and keeps its ID. */
  @Post()
  @HttpCode(200)
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: StoredRunAnswer })
  @ApiTextErrors({
    404: 'The experiment does not exist, or its dataset does not have the example.',
    409: 'The repetition has already succeeded.',
  })
  @ApiInvalidRequest()
  async create(
    @Param('experiment_id') experimentId: string,
    @Body({ schema: createExperimentRunBody }) body: z.output<typeof createExperimentRunBody>,
  ): Promise<StoredRunAnswer> {
    const id = await this.runs.create(experimentId, {
      example: body.dataset_example_id,
      repetitionNumber: body.repetition_number,
      output: body.output,
      startTime: body.start_time,
      endTime: body.end_time,
      traceId: body.trace_id,
      error: body.error,
    });
    return { data: { id: toGlobalId('ExperimentRun', id) } };
  }

  /** Lists the runs of an experiment, newest first. Empty if the experiment does not exist. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: RunItemPage })
  @ApiTextErrors({ 404: 'This is an ID of another type.' })
  @ApiInvalidRequest()
  async list(
    @Param('experiment_id') experimentId: string,
    @Query({ schema: listExperimentRunsQuery })
    { cursor, limit }: z.output<typeof listExperimentRunsQuery>,
    @Res() response: Response,
  ): Promise<void> {
    const pieces = toRunPageJson(this.runs.list(experimentId, cursor, limit));
    await streamText(response, { 'Content-Type': 'application/json; charset=utf-8' }, pieces);
  }
}
