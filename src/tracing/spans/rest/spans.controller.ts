import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { cutPage } from '../../../kernel/pagination/page.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { SpanListsService } from '../span-lists.service.js';
import { type FullSpan, SpansService } from '../spans.service.js';
import {
  listOtlpSpansQuery,
  type ListOtlpSpansQuery,
  listSpansQuery,
  type ListSpansQuery,
  toSpanListInput,
} from './list-spans.query.js';
import { OtlpSpanPage, toOtlpSpan } from './otlp-span.dto.js';
import { SpanAnswer, SpanItemPage, toSpanItem } from './span.dto.js';

const INVALID_CONDITION = 'The condition is invalid or takes too long.';
const NO_PROJECT = 'No project has this global ID or name.';

@ApiTags('spans')
@Controller('v1')
export class SpansController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly spans: SpansService,
    private readonly lists: SpanListsService,
  ) {}

  @Get('projects/:project_identifier/spans')
  @Access('VIEWER')
  @ApiOperation({ summary: 'List the spans of a project, newest stored first.' })
  @ApiOkResponse({ type: SpanItemPage })
  @ApiTextErrors({ 400: INVALID_CONDITION, 404: NO_PROJECT })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') projectIdentifier: string,
    @Query({ schema: listSpansQuery }) query: ListSpansQuery,
  ): Promise<SpanItemPage> {
    const { spans, nextCursor } = await this.readPage(projectIdentifier, query);
    return { data: spans.map(toSpanItem), next_cursor: nextCursor };
  }

  @Get('projects/:project_identifier/spans/otlpv1')
  @Access('VIEWER')
  @ApiOperation({ summary: 'List the spans of a project in OTLP form, newest stored first.' })
  @ApiOkResponse({ type: OtlpSpanPage })
  @ApiTextErrors({ 400: INVALID_CONDITION, 404: NO_PROJECT })
  @ApiInvalidRequest()
  async listOtlp(
    @Param('project_identifier') projectIdentifier: string,
    @Query({ schema: listOtlpSpansQuery }) query: ListOtlpSpansQuery,
  ): Promise<OtlpSpanPage> {
    const { spans, nextCursor } = await this.readPage(projectIdentifier, query);
    return { data: spans.map(toOtlpSpan), next_cursor: nextCursor };
  }

  @Get('spans/:span_identifier')
  @Access('VIEWER')
  @ApiOperation({ summary: "Get a span of any project by its global ID or the sender's ID." })
  @ApiOkResponse({ type: SpanAnswer })
  @ApiTextErrors({ 404: 'No span has this ID.' })
  async get(@Param('span_identifier') identifier: string): Promise<SpanAnswer> {
    return { data: toSpanItem(await this.spans.get(identifier)) };
  }

  @Delete('spans/:span_identifier')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiOperation({
    summary: "Delete a span by its global ID or the sender's ID. Its children stay.",
  })
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: 'No span has this ID.' })
  delete(@Param('span_identifier') identifier: string): Promise<void> {
    return this.spans.delete(identifier);
  }

  private async readPage(
    projectIdentifier: string,
    query: ListSpansQuery,
  ): Promise<{ spans: FullSpan[]; nextCursor: string | null }> {
    const project = await this.projects.resolve(projectIdentifier);
    const input = toSpanListInput(query);
    const addCondition = this.spans.readCondition(query.filter);
    const filter = { ...input.filter, addCondition };
    const found = await this.lists.list(project.id, { ...input, filter });
    const { rows, nextCursor } = cutPage(found.rows, input.limit, 'Span');
    return { spans: await this.spans.readContent(rows), nextCursor };
  }
}
