import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { AnnotationConfigsService } from '../annotation-configs.service.js';
import { annotationConfigBody, toContent } from './annotation-config.body.js';
import {
  AnnotationConfigAnswer,
  AnnotationConfigItemPage,
  toConfigItem,
  toConfigPage,
} from './annotation-config.dto.js';
import { listConfigsQuery, type ListConfigsQuery, toConfigRange } from './list-configs.query.js';

const INVALID = 'The labels or bounds make no sense.';
const TAKEN = 'Another config has this name, or the name is reserved.';
const OTHER_ID = 'The ID belongs to something else than an annotation config.';

type ConfigBody = z.output<typeof annotationConfigBody>;

/** Annotation configs, shared by all projects. */
@ApiTags('annotation_configs')
@Controller('v1/annotation_configs')
export class AnnotationConfigsController {
  constructor(private readonly configs: AnnotationConfigsService) {}

  /** Lists the annotation configs, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: AnnotationConfigItemPage })
  @ApiTextErrors({ 400: 'The cursor is not the ID of an annotation config.' })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listConfigsQuery }) query: ListConfigsQuery,
  ): Promise<AnnotationConfigItemPage> {
    const { from, limit } = toConfigRange(query);
    return toConfigPage(await this.configs.list(from, limit + 1), limit);
  }

  /** Creates an annotation config. */
  @Post()
  @HttpCode(200)
  @Access('MEMBER')
  @ApiOkResponse({ type: AnnotationConfigAnswer })
  @ApiTextErrors({ 400: INVALID, 409: TAKEN })
  @ApiInvalidRequest()
  async create(
    @Body({ schema: annotationConfigBody }) body: ConfigBody,
  ): Promise<AnnotationConfigAnswer> {
    return { data: toConfigItem(await this.configs.create(toContent(body))) };
  }

  /** Returns an annotation config by its global ID or name. */
  @Get(':config_identifier')
  @Access('VIEWER')
  @ApiOkResponse({ type: AnnotationConfigAnswer })
  @ApiTextErrors({ 404: 'No annotation config has this global ID or name.' })
  async get(@Param('config_identifier') identifier: string): Promise<AnnotationConfigAnswer> {
    return { data: toConfigItem(await this.configs.resolve(identifier)) };
  }

  /**
   * Replaces an annotation config as a whole. If its type changes, so does its ID. Existing
   * annotations do not change.
   */
  @Put(':config_identifier')
  @Access('MEMBER')
  @ApiOkResponse({ type: AnnotationConfigAnswer })
  @ApiTextErrors({
    400: `${INVALID} Or: ${OTHER_ID}`,
    404: 'The annotation config does not exist.',
    409: TAKEN,
  })
  @ApiInvalidRequest()
  async update(
    @Param('config_identifier') id: string,
    @Body({ schema: annotationConfigBody }) body: ConfigBody,
  ): Promise<AnnotationConfigAnswer> {
    return { data: toConfigItem(await this.configs.update(id, toContent(body))) };
  }

  /**
   * Deletes an annotation config and removes it from every project. Existing annotations stay.
   */
  @Delete(':config_identifier')
  @Access('MEMBER')
  @ApiOkResponse({ type: AnnotationConfigAnswer, description: 'The deleted config.' })
  @ApiTextErrors({
    400: OTHER_ID,
    404: 'The annotation config does not exist.',
    422: 'The identifier is not the ID of an annotation config.',
  })
  async delete(@Param('config_identifier') id: string): Promise<AnnotationConfigAnswer> {
    const [deleted] = await this.configs.delete([id]);
    return { data: toConfigItem(deleted!) };
  }
}
