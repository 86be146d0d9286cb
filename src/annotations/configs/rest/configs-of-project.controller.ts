import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { requireConfigRowIds } from '../annotation-config.ids.js';
import { AnnotationConfigsService } from '../annotation-configs.service.js';
import { ProjectAnnotationConfigsService } from '../project-annotation-configs.service.js';
import { replaceConfigsBody } from './annotation-config.body.js';
import {
  AnnotationConfigAnswer,
  AnnotationConfigItemPage,
  toConfigItem,
  toConfigPage,
} from './annotation-config.dto.js';
import { listConfigsQuery, type ListConfigsQuery, toConfigRange } from './list-configs.query.js';

const NO_PROJECT = 'No project has this global ID or name.';
const NOT_FOUND = 'No project or annotation config has this global ID or name.';

/** The annotation configs of one project. */
@ApiTags('annotation_configs')
@Controller('v1/projects/:project_identifier/annotation_configs')
export class ConfigsOfProjectController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly configs: AnnotationConfigsService,
    private readonly assignments: ProjectAnnotationConfigsService,
  ) {}

  /** Lists the annotation configs of a project, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: AnnotationConfigItemPage })
  @ApiTextErrors({ 400: 'The cursor is not the ID of an annotation config.', 404: NO_PROJECT })
  @ApiInvalidRequest()
  async list(
    @Param('project_identifier') identifier: string,
    @Query({ schema: listConfigsQuery }) query: ListConfigsQuery,
  ): Promise<AnnotationConfigItemPage> {
    const { from, limit } = toConfigRange(query);
    const project = await this.projects.resolve(identifier);
    return toConfigPage(await this.assignments.list(project.id, from, limit + 1), limit);
  }

  /** Replaces all annotation configs of a project. If one does not exist, nothing changes. */
  @Put()
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: AnnotationConfigItemPage })
  @ApiTextErrors({ 404: NO_PROJECT })
  @ApiInvalidRequest()
  async replace(
    @Param('project_identifier') identifier: string,
    @Body({ schema: replaceConfigsBody })
    { annotation_config_ids }: z.output<typeof replaceConfigsBody>,
  ): Promise<AnnotationConfigItemPage> {
    const ids = requireConfigRowIds(annotation_config_ids);
    const project = await this.projects.resolve(identifier);
    const configs = await this.assignments.replace(project.id, ids);
    return { data: configs.map(toConfigItem), next_cursor: null };
  }

  /** Adds an annotation config to a project. Does nothing if the project already has it. */
  @Put(':config_identifier')
  @Access('MEMBER', 'by project role')
  @ApiOkResponse({ type: AnnotationConfigAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  async assign(
    @Param('project_identifier') identifier: string,
    @Param('config_identifier') configIdentifier: string,
  ): Promise<AnnotationConfigAnswer> {
    const project = await this.projects.resolve(identifier);
    const config = await this.configs.resolve(configIdentifier);
    await this.assignments.assign([{ projectId: project.id, configId: config.id }]);
    return { data: toConfigItem(config) };
  }

  /** Removes an annotation config from a project. Does nothing if the project does not have it. */
  @Delete(':config_identifier')
  @HttpCode(204)
  @Access('MEMBER', 'by project role')
  @ApiNoContentResponse()
  @ApiTextErrors({ 404: NOT_FOUND })
  async unassign(
    @Param('project_identifier') identifier: string,
    @Param('config_identifier') configIdentifier: string,
  ): Promise<void> {
    const project = await this.projects.resolve(identifier);
    const config = await this.configs.resolve(configIdentifier);
    await this.assignments.unassign([{ projectId: project.id, configId: config.id }]);
  }
}
