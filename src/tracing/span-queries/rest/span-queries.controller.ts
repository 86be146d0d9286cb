import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiExcludeEndpoint,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { NotAcceptableError } from '../../../kernel/errors/errors.js';
import { streamText } from '../../../kernel/access/stream-text.js';
import { queryText } from '../../../kernel/validation/query-fields.js';
import { SpanQueriesService } from '../span-queries.service.js';
import { querySpansBody, type QuerySpansBody } from './query-spans.body.js';

const DEFAULT_PROJECT = 'default';
/** A client that reads nothing for this long, or up to twice as long, is disconnected. */
const IDLE_MS = 30_000;

const querySpansQuery = z.object({
  project_name: queryText().optional().describe('Global ID or name. Defaults to `default`.'),
  'project-name': queryText().optional().describe('The same as `project_name`.'),
});

type QuerySpansQuery = z.output<typeof querySpansQuery>;

@ApiTags('spans')
@Controller('v1/spans')
export class SpanQueriesController {
  constructor(private readonly queries: SpanQueriesService) {}

  @Post()
  @Access('MEMBER', 'by project role', 'while storage is full too')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Query spans as data frames.',
    description:
      "The response has one part for each query: a data frame as pandas' table schema in JSON, " +
      'whose column names begin with a number. An unknown project has no spans. If a condition ' +
      'takes longer than 30 seconds, the response ends before it is complete.',
  })
  @ApiProduces('multipart/mixed')
  @ApiOkResponse({ description: 'The data frames.', schema: { type: 'string' } })
  @ApiTextErrors({
    404: 'The request has no queries.',
    406: 'The client does not accept JSON.',
  })
  @ApiInvalidRequest()
  async query(
    @Query({ schema: querySpansQuery }) query: QuerySpansQuery,
    @Req() request: Request,
    @Body({ schema: querySpansBody }) body: QuerySpansBody,
    @Res() response: Response,
  ): Promise<void> {
    await this.answer(query, body, request, response);
  }

  /** Some old clients send the body with a GET. */
  @Get()
  @Access('VIEWER')
  @ApiExcludeEndpoint()
  async queryByGet(
    @Query({ schema: querySpansQuery }) query: QuerySpansQuery,
    @Req() request: Request,
    @Body({ schema: querySpansBody }) body: QuerySpansBody,
    @Res() response: Response,
  ): Promise<void> {
    await this.answer(query, body, request, response);
  }

  private async answer(
    query: QuerySpansQuery,
    body: QuerySpansBody,
    request: Request,
    response: Response,
  ): Promise<void> {
    // Clients that ask for JSON expect several parts of JSON.
    if (request.accepts(['application/json', 'multipart/mixed']) === false) {
      throw new NotAcceptableError(
        'Send `Accept: application/json`. No other format is available.',
      );
    }
    const project =
      query.project_name ||
      query['project-name'] ||
      request.get('project-name') ||
      body.project_name ||
      DEFAULT_PROJECT;
    const { boundary, pieces } = await this.queries.answer({
      queries: body.queries,
      project,
      limit: body.limit,
      timeRange: { start: body.start_time ?? null, end: body.end_time ?? body.stop_time ?? null },
      rootSpansOnly: body.root_spans_only ?? false,
      orphanSpanAsRootSpan: body.orphan_span_as_root_span ?? true,
    });
    response.setTimeout(IDLE_MS, () => response.destroy());
    await streamText(response, { 'Content-Type': `multipart/mixed; boundary=${boundary}` }, pieces);
  }
}
