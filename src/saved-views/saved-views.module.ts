import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectsModule } from '../projects/projects.module.js';
import { SavedViewsResolver } from './graphql/saved-views.resolver.js';
import { SavedViewEntity } from './saved-view.entity.js';
import { SavedViewsService } from './saved-views.service.js';

/** Named filters and columns of a project's lists. */
@Module({
  imports: [TypeOrmModule.forFeature([SavedViewEntity]), ProjectsModule],
  providers: [SavedViewsService, SavedViewsResolver],
})
export class SavedViewsModule {}
