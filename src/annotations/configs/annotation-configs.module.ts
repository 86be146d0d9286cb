import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import {
  AnnotationConfigEntity,
  ProjectAnnotationConfigEntity,
} from './annotation-config.entity.js';
import { AnnotationConfigsQueries } from './annotation-configs.queries.js';
import { AnnotationConfigsService } from './annotation-configs.service.js';
import { AnnotationConfigsLoaders } from './graphql/annotation-configs.loader.js';
import { AnnotationConfigsResolver } from './graphql/annotation-configs.resolver.js';
import { ConfigsOfProjectResolver } from './graphql/configs-of-project.resolver.js';
import { ProjectAnnotationConfigsService } from './project-annotation-configs.service.js';
import { AnnotationConfigsController } from './rest/annotation-configs.controller.js';
import { ConfigsOfProjectController } from './rest/configs-of-project.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([AnnotationConfigEntity, ProjectAnnotationConfigEntity]),
    ProjectsModule,
  ],
  controllers: [AnnotationConfigsController, ConfigsOfProjectController],
  providers: [
    AnnotationConfigsService,
    ProjectAnnotationConfigsService,
    AnnotationConfigsQueries,
    AnnotationConfigsLoaders,
    AnnotationConfigsResolver,
    ConfigsOfProjectResolver,
  ],
  exports: [AnnotationConfigsQueries, AnnotationConfigsService, ProjectAnnotationConfigsService],
})
export class AnnotationConfigsModule {}
