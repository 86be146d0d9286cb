import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { PromptsLoaders } from './graphql/prompts.loader.js';
import { PromptsResolver } from './graphql/prompts.resolver.js';
import { PromptEntity } from './prompt.entity.js';
import { PromptsQueries } from './prompts.queries.js';
import { PromptsService } from './prompts.service.js';
import { PromptsController } from './rest/prompts.controller.js';

/** Prompts themselves. The folders below import this module and add versions, tags and so on. */
@Module({
  imports: [TypeOrmModule.forFeature([PromptEntity]), ProjectsModule, UsersModule],
  controllers: [PromptsController],
  providers: [PromptsQueries, PromptsService, PromptsLoaders, PromptsResolver],
  exports: [PromptsService, PromptsLoaders],
})
export class PromptsModule {}
