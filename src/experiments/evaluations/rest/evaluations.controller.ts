import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { z } from 'zod';
import { StoredEvaluationAnswer } from './evaluation.dto.js';
import { upsertEvaluationBody } from './upsert-evaluation.body.js';
import { EvaluationsService } from '../evaluations.service.js';

/** Evaluations of runs. */
@ApiTags('experiments')
@Controller('v1/experiment_evaluations')
export class EvaluationsController {
  constructor(private readonly evaluations: EvaluationsService) {}

  /** Stores an evaluation of a run. Replaces one with the same name, and keeps its ID. */
  @Post()
  @Access('MEMBER', 'by project role', 'while storage is full too')
  @HttpCode(200)
  @ApiOkResponse({ type: StoredEvaluationAnswer })
  @ApiTextErrors({ 404: 'The run does not exist.' })
  @ApiInvalidRequest()
  async upsert(
    @Body({ schema: upsertEvaluationBody }) body: z.output<typeof upsertEvaluationBody>,
  ): Promise<StoredEvaluationAnswer> {
    const id = await this.evaluations.upsert({
      run: body.experiment_run_id,
      name: body.name,
      annotatorKind: body.annotator_kind,
      startTime: body.start_time,
      endTime: body.end_time,
      result: body.result,
      error: body.error,
      metadata: body.metadata,
      traceId: body.trace_id,
    });
    return { data: { id: toGlobalId('ExperimentEvaluation', id) } };
  }
}
