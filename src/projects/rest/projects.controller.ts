import { Access } from '../../kernel/access/handler-access.js';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { cutPage, DEFAULT_PAGE_SIZE } from '../../kernel/pagination/page.js';
import { PROJECT_TYPE, ProjectsService } from '../projects.service.js';
import { ProjectAnswer, ProjectItemPage, toProjectItem } from './project.dto.js';
import { parseCursor } from '../../kernel/ids/global-id.js';
import { queryBoolean, queryInt, queryText } from '../../kernel/validation/query-fields.js';
import { maxBytes, storableText } from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';

const createProjectBody = z
  .object({
    name: storableText()
      .check(maxBytes(MAX_NAME_BYTES))
      .min(1)
      .describe('Unique. Any characters except NUL. Surrounding spaces are kept.'),
    description: storableText().nullish(),
  })
  .meta({ id: 'CreateProjectRequest' });

const updateProjectBody = z
  .object({
    description: storableText().nullish().describe('Absent or null: unchanged.'),
    prefers_sent_costs: z
      .boolean()
      .nullish()
      .describe(
        'Whether the cost that a span states in `llm.cost.*` counts even if its model has a price. Applies to spans that are priced from now on. Absent or null: unchanged.',
      ),
  })
  .meta({ id: 'UpdateProjectRequest' });

/** Maximum page size, even if the request asks for more. */
const MAX_LIMIT = 10_000;

/** Parameters of the list of projects. */
const listProjectsQuery = z.object({
  cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
  limit: queryInt({ min: 1, cap: MAX_LIMIT })
    .optional()
    .describe('Page size. Values above 10,000 count as 10,000. Defaults to 100.'),
  include_experiment_projects: queryBoolean()
    .optional()
    .describe('Whether to include the projects with the traces of experiments.'),
  include_dataset_evaluator_projects: queryBoolean()
    .optional()
    .describe('Whether to include the projects with the traces of dataset evaluators.'),
  name_contains: queryText()
    .optional()
    .describe('Part of the name, ignoring case. `%` and `_` have no special meaning.'),
});

type ListProjectsQuery = z.output<typeof listProjectsQuery>;

/**
 * Reads the requested page, newest project first.
 * @throws UnprocessableError if the cursor cannot be read.
 */
function toProjectPage({ cursor, limit = DEFAULT_PAGE_SIZE }: ListProjectsQuery) {
  return {
    order: { dir: 'desc' },
    from: parseCursor(cursor),
    limit: Math.min(limit, MAX_LIMIT),
  } as const;
}

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
