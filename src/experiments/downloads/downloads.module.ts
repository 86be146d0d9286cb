import { Module } from '@nestjs/common';
import { EvaluationsModule } from '../evaluations/evaluations.module.js';
import { ExperimentsModule } from '../experiments.module.js';
import { DownloadsQueries } from './downloads.queries.js';
import { DownloadsService } from './downloads.service.js';
import { DownloadsController } from './rest/downloads.controller.js';

@Module({
  imports: [ExperimentsModule, EvaluationsModule],
  controllers: [DownloadsController],
  providers: [DownloadsQueries, DownloadsService],
})
export class DownloadsModule {}
