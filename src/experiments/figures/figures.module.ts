import { Module } from '@nestjs/common';
import { ExperimentsModule } from '../experiments.module.js';
import { FiguresQueries } from './figures.queries.js';
import { FiguresLoaders } from './graphql/figures.loader.js';
import {
  AnnotationSummaryResolver,
  ExperimentFiguresResolver,
  FiguresOfRunResolver,
  ScoresOfDatasetResolver,
} from './graphql/figures.resolver.js';

@Module({
  imports: [ExperimentsModule],
  providers: [
    FiguresQueries,
    FiguresLoaders,
    ExperimentFiguresResolver,
    AnnotationSummaryResolver,
    FiguresOfRunResolver,
    ScoresOfDatasetResolver,
  ],
})
export class FiguresModule {}
