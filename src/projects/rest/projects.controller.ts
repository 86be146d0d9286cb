import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { cutPage } from '../../kernel/pagination/page.js';
import { PROJECT_TYPE, ProjectsService } from '../projects.service.js';
import { listProjectsQuery, type ListProjectsQuery, toProjectPage } from './list-projects.query.js';
import { createProjectBody, updateProjectBody } from './project.body.js';
import { ProjectAnswer, ProjectItemPage, toProjectItem } from './project.dto.js';

const NOT_FOUND = 'No project has this global ID or name.';

@ApiTags('projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  /** Lists the projects, newest first. */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: ProjectItemPage })
  @ApiInvalidRequest()
  async list(
    @Query({ schema: listProjectsQuery }) query: ListProjectsQuery,
  ): Promise<ProjectItemPage> {
    const search = {
      nameContains: query.name_contains,
      includeExperiments: query.include_experiment_projects,
      includeEvaluators: query.include_dataset_evaluator_projects,
    };
    const page = toProjectPage(query);
    const found = await this.projects.list(search, { ...page, limit: page.limit + 1 });
    const { rows, nextCursor } = cutPage(found, page.limit, PROJECT_TYPE);
    return { data: rows.map(toProjectItem), next_cursor: nextCursor };
  }

  /** Creates a project. */
  @Post()
  @HttpCode(200)
  @Access('MEMBER')
  @ApiOkResponse({ type: ProjectAnswer })
  @ApiTextErrors({ 409: 'Another project has this name.' })
  @ApiInvalidRequest()
  async create(
    @Body({ schema: createProjectBody })
    { name, ...details }: z.output<typeof createProjectBody>,
  ): Promise<ProjectAnswer> {
    return { data: toProjectItem(await this.projects.create(name, details)) };
  }

  /** Returns a project by its global ID or name. */
  @Get(':project_identifier')
  @Access('VIEWER')
  @ApiOkResponse({ type: ProjectAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  async get(@Param('project_identifier') identifier: string): Promise<ProjectAnswer> {
    return { data: toProjectItem(await this.projects.resolve(identifier)) };
  }

  /** Changes the description of a project, and which costs count. Its name never changes. */
  @Put(':project_identifier')
  @Access('ADMIN', 'by project role')
  @ApiOkResponse({ type: ProjectAnswer })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async update(
    @Param('project_identifier') identifier: string,
    @Body({ schema: updateProjectBody }) body: z.output<typeof updateProjectBody>,
  ): Promise<ProjectAnswer> {
    const project = await this.projects.resolve(identifier);
    const { description, prefers_sent_costs: prefersSentCosts } = body;
    return {
      data: toProjectItem(await this.projects.update(project, { description, prefersSentCosts })),
    };
  }

  /** Deletes a project with its sessions, traces and spans. */
  @Delete(':project_identifier')
  @HttpCode(204)
  @Access('ADMIN', 'by project role')
  @ApiNoContentResponse()
  @ApiTextErrors({ 403: 'The project `default` cannot be deleted.', 404: NOT_FOUND })
  async delete(@Param('project_identifier') identifier: string): Promise<void> {
    await this.projects.delete(await this.projects.resolve(identifier));
  }
}
