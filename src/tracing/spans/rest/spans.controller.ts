import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { ListOtlpSpansDto, ListSpansDto } from './list-spans.query.js';
import { OtlpSpanPage, toOtlpSpan } from './otlp-span.dto.js';
import { SpanItemPage, toSpanItem } from './span.dto.js';
import { SpansService } from '../spans.service.js';

const NO_PROJECT = 'No project has this id or name.';

@ApiTags('spans')
@Controller('v1')
export class SpansController {
  constructor(private readonly spans: SpansService) {}

  @Get('projects/:project_identifier/spans')
  @RequiredRole('VIEWER')
  @ApiOperation({ summary: 'List the spans of a project, the one stored last first.' })
  @ApiOkResponse({ type: SpanItemPage })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') projectIdentifier: string,
    @Query() query: ListSpansDto,
  ): Promise<SpanItemPage> {
    const { spans, nextCursor } = await this.spans.list(projectIdentifier, query, query.span_kind);
    return { data: spans.map(toSpanItem), next_cursor: nextCursor };
  }

  @Get('projects/:project_identifier/spans/otlpv1')
  @RequiredRole('VIEWER')
  @ApiOperation({ summary: 'List the spans of a project in OTLP form, the one stored last first.' })
  @ApiOkResponse({ type: OtlpSpanPage })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async listOtlp(
    @Param('project_identifier') projectIdentifier: string,
    @Query() query: ListOtlpSpansDto,
  ): Promise<OtlpSpanPage> {
    const { spans, nextCursor } = await this.spans.list(projectIdentifier, query);
    return { data: spans.map(toOtlpSpan), next_cursor: nextCursor };
  }

  @Delete('spans/:span_identifier')
  @HttpCode(204)
  @RequiredRole('MEMBER')
  @ApiOperation({ summary: 'Delete one span by its global or its own id. Its children stay.' })
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: 'No span has this id.' })
  delete(@Param('span_identifier') identifier: string): Promise<void> {
    return this.spans.delete(identifier);
  }
}
