import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ProjectAccessReader } from '../../../kernel/access/project-access.js';
import { ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { ExportersService, maySeeKeys } from '../exporters.service.js';
import { ExporterList, toExporterItem } from './exporter.dto.js';

@ApiTags('projects')
@Controller('v1/projects/:project_identifier/exporters')
export class ExportersController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly exporters: ExportersService,
    private readonly access: ProjectAccessReader,
  ) {}

  /**
   * Lists what sends spans to a project over OTLP, and what is wrong with it. The ones seen last first, at
   * most a hundred.
   */
  @Get()
  @Access('VIEWER')
  @ApiOkResponse({ type: ExporterList })
  @ApiTextErrors({ 404: 'No project has this global ID or name.' })
  async list(
    @Param('project_identifier') identifier: string,
    @Caller() caller: Identity,
  ): Promise<ExporterList> {
    const project = await this.projects.resolve(identifier);
    const [exporters = []] = await this.exporters.listByProject([project.id]);
    const showsKeys = maySeeKeys(await this.access.read(caller), caller, project.id);
    return { data: exporters.map((one) => toExporterItem(one, showsKeys)) };
  }
}
