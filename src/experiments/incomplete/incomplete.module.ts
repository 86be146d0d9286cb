import { Module } from '@nestjs/common';
import { ExperimentsModule } from '../experiments.module.js';
import { IncompleteQueries } from './incomplete.queries.js';
import { IncompleteService } from './incomplete.service.js';
import { IncompleteController } from './rest/incomplete.controller.js';

@Module({
  imports: [ExperimentsModule],
  controllers: [IncompleteController],
  providers: [IncompleteQueries, IncompleteService],
})
export class IncompleteModule {}
