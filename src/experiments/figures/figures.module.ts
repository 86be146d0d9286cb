import { Module } from '@nestjs/common';
import { ExperimentsModule } from '../experiments.module.js';
import { FiguresQueries } from './figures.queries.js';
import {
  ExperimentOfScoresResolver,
  ScoresOfUseResolver,
} from './graphql/experiment-scores.resolver.js';
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
    ScoresOfUseResolver,
    ExperimentOfScoresResolver,
  ],
})
export class FiguresModule {}
