import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBadRequestResponse, ApiBody, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import {
  CreatedSpansAnswer,
  RefusedSpansAnswer,
  toRefusedSpansAnswer,
} from './create-spans.dto.js';
import { CreateSpansService } from '../../create-spans.service.js';
import { CreateSpansRequest } from './create-spans.body.js';
import { readCreatedSpans } from './read-created-spans.js';
import { RequestBodies } from '../request-bodies.js';

@ApiTags('spans')
@Controller('v1/projects/:project_identifier/spans')
export class CreateSpansController {
  constructor(
    private readonly spans: CreateSpansService,
    private readonly bodies: RequestBodies,
  ) {}

  /**
   * Creates spans in a project, and the project if its name is new. If one of the spans is already
   * stored or cannot be stored, stores none. The spans are visible after the response.
   */
  @Post()
  @Access('MEMBER', 'by project role', 'ingest keys too')
  @ApiBody({ type: CreateSpansRequest })
  @ApiAcceptedResponse({ type: CreatedSpansAnswer })
  @ApiBadRequestResponse({ type: RefusedSpansAnswer })
  @ApiTextErrors({ 404: 'No project has this global ID.', 413: 'The body is too large.' })
  @ApiInvalidRequest()
  async create(
    @Param('project_identifier') identifier: string,
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.bodies.use(request, response, async (read) => {
      const spans = await read(readCreatedSpans);
      const received = spans.length;
      const refused = await this.spans.create(identifier, spans, caller);
      if (refused) response.status(400).json(toRefusedSpansAnswer(received, refused));
      else response.status(202).json({ total_received: received, total_queued: received });
    });
  }
}
