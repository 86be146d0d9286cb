import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { parseCursor, rowIdInPath, toGlobalId } from '../../../kernel/ids/global-id.js';
import { buildAttachment } from '../../../kernel/access/stream-text.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { INGESTION_ERROR_TYPE } from '../ingestion-errors.service.js';
import { type ErrorChoice, KeptSpansService, MAX_CHOSEN } from '../kept-spans.service.js';
import { DeletedErrorsAnswer, ResentSpansAnswer } from './ingestion-error.dto.js';

const choice = {
  ids: z
    .array(storableText())
    .min(1)
    .max(MAX_CHOSEN)
    .nullish()
    .describe(`Global IDs of errors, at most ${MAX_CHOSEN}. All errors of the project by default.`),
  reason: storableText().nullish().describe('Only errors with this reason.'),
};

/** Which spans to send again. */
const resendErrorsBody = z
  .object({
    ...choice,
    cursor: storableText().nullish().describe('The `next_cursor` of the call before.'),
  })
  .meta({ id: 'ResendErrorsRequest' });

/** Which errors to delete. */
const deleteErrorsBody = z.object(choice).meta({ id: 'DeleteErrorsRequest' });

const NO_PROJECT = 'No project has this global ID or name.';

/** The spans that are kept of ingestion errors. */
@ApiTags('projects')
@Controller('v1/projects/:project_identifier/ingestion_errors')
export class KeptSpansController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly kept: KeptSpansService,
  ) {}

  @Get(':error_id/content')
  @Access('MEMBER', 'by project role')
  @ApiOperation({
    summary:
      'Download a span that could not be stored, as an ExportTraceServiceRequest in JSON that can be sent again.',
  })
  @ApiProduces('application/json')
  @ApiOkResponse({ description: 'The file.', schema: { type: 'object' } })
  @ApiTextErrors({ 404: `${NO_PROJECT.slice(0, -1)}, or the span is not kept.` })
  @ApiInvalidRequest()
  async download(
    @Param('project_identifier') identifier: string,
    @Param('error_id') errorId: string,
    @Res() response: Response,
  ): Promise<void> {
    const project = await this.projects.resolve(identifier);
    const rowId = rowIdInPath(errorId, INGESTION_ERROR_TYPE);
    const content = await this.kept.getContent(project.id, rowId);
    response
      .setHeader('Content-Type', 'application/json')
      .setHeader('Content-Disposition', buildAttachment(`${project.name}-span-${rowId}.json`))
      .end(content);
  }

  /**
   * Sends spans that could not be stored again, oldest first, a limited number in each call. Call it with
   * `next_cursor` until that is null.
   */
  @Post('resend')
  @HttpCode(200)
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: ResentSpansAnswer })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async resend(
    @Param('project_identifier') identifier: string,
    @Body({ schema: resendErrorsBody }) body: z.output<typeof resendErrorsBody>,
    @Caller() caller: Identity,
  ): Promise<ResentSpansAnswer> {
    const project = await this.projects.resolve(identifier);
    const start = parseCursor(body.cursor ?? undefined, INGESTION_ERROR_TYPE);
    const step = await this.kept.resendNext(project, toErrorChoice(body), start, caller);
    return {
      stored: step.stored,
      refused: step.refused,
      next_cursor: step.after === null ? null : toGlobalId(INGESTION_ERROR_TYPE, step.after),
    };
  }

  /** Deletes ingestion errors with the spans that are kept of them. */
  @Post('delete')
  @HttpCode(200)
  @Access('MEMBER', 'by project role', 'while storage is full too')
  @ApiOkResponse({ type: DeletedErrorsAnswer })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async delete(
    @Param('project_identifier') identifier: string,
    @Body({ schema: deleteErrorsBody }) body: z.output<typeof deleteErrorsBody>,
    @Caller() caller: Identity,
  ): Promise<DeletedErrorsAnswer> {
    const project = await this.projects.resolve(identifier);
    return { deleted: await this.kept.delete(project, toErrorChoice(body), caller) };
  }
}

function toErrorChoice(body: z.output<typeof deleteErrorsBody>): ErrorChoice {
  return {
    ids: body.ids ? body.ids.map((id) => rowIdInPath(id, INGESTION_ERROR_TYPE)) : null,
    reason: body.reason ?? null,
  };
}
