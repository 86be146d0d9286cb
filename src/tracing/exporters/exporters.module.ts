import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../../projects/projects.module.js';
import { ExporterEntity } from './exporter.entity.js';
import { ExporterUnreadKeyEntity } from './exporter-unread-key.entity.js';
import { ExportersService } from './exporters.service.js';
import { ExportersLoaders } from './graphql/exporters.loader.js';
import { ExportersOfProjectResolver, KeyOfExporterResolver } from './graphql/exporters.resolver.js';
import { ExportersController } from './rest/exporters.controller.js';

/** What sends spans to projects. The ingestion of spans counts it. */
@Module({
  imports: [TypeOrmModule.forFeature([ExporterEntity, ExporterUnreadKeyEntity]), ProjectsModule],
  controllers: [ExportersController],
  providers: [
    ExportersService,
    ExportersLoaders,
    ExportersOfProjectResolver,
    KeyOfExporterResolver,
  ],
})
export class ExportersModule {}
