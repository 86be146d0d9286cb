import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../common/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../common/api-errors.js';
import { toGlobalId } from '../common/global-id.js';
import { CreateProjectDto } from './dto/create-project.dto.js';
import { ListProjectsDto } from './dto/list-projects.dto.js';
import { UpdateProjectDto } from './dto/update-project.dto.js';
import { ProjectResponse, ProjectsResponse, toProjectResource } from './project-resource.model.js';
import { PROJECT_TYPE } from './project.model.js';
import { ProjectsService } from './projects.service.js';

const NOT_FOUND = 'No project has this id or name.';

@ApiTags('projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Get()
  @RequiredRole('VIEWER')
  @ApiOperation({ summary: 'List projects, newest first.' })
  @ApiOkResponse({ type: ProjectsResponse })
  @ApiInvalidRequest()
  async list(@Query() query: ListProjectsDto): Promise<ProjectsResponse> {
    const page = await this.projects.page(query.cursor, query.limit, query.name_contains);
    return {
      data: page.rows.map(toProjectResource),
      next_cursor: page.next && toGlobalId(PROJECT_TYPE, page.next.id),
    };
  }

  @Post()
  @HttpCode(200)
  @RequiredRole('MEMBER')
  @ApiOperation({ summary: 'Create a project.' })
  @ApiOkResponse({ type: ProjectResponse })
  @ApiTextErrors({ 409: 'Another project has the name.' })
  @ApiInvalidRequest()
  async create(@Body() body: CreateProjectDto): Promise<ProjectResponse> {
    const project = await this.projects.create(body.name, { description: body.description });
    return { data: toProjectResource(project) };
  }

  @Get(':project_identifier')
  @RequiredRole('VIEWER')
  @ApiOperation({ summary: 'Get a project by its global id or name.' })
  @ApiOkResponse({ type: ProjectResponse })
  @ApiTextErrors({ 404: NOT_FOUND })
  async get(@Param('project_identifier') identifier: string): Promise<ProjectResponse> {
    return { data: toProjectResource(await this.projects.resolve(identifier)) };
  }

  @Put(':project_identifier')
  @RequiredRole('ADMIN')
  @ApiOperation({ summary: 'Change the description of a project.' })
  @ApiOkResponse({ type: ProjectResponse })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async update(
    @Param('project_identifier') identifier: string,
    @Body() body: UpdateProjectDto,
  ): Promise<ProjectResponse> {
    const project = await this.projects.resolve(identifier);
    const { description } = body;
    return { data: toProjectResource(await this.projects.update(project, { description })) };
  }

  @Delete(':project_identifier')
  @HttpCode(204)
  @RequiredRole('ADMIN')
  @ApiOperation({ summary: 'Delete a project with its sessions, traces and spans.' })
  @ApiNoContentResponse()
  @ApiTextErrors({ 403: 'The project `default` cannot be deleted.', 404: NOT_FOUND })
  async delete(@Param('project_identifier') identifier: string): Promise<void> {
    await this.projects.delete(await this.projects.resolve(identifier));
  }
}
