import { Module } from '@nestjs/common';
import { AnnotationScalesQueries } from './annotation-scales.queries.js';
import { AnnotationScalesService } from './annotation-scales.service.js';
import {
  ScalesOfDatasetResolver,
  ScalesOfProjectResolver,
} from './graphql/annotation-scales.resolver.js';

/** Which scores of annotations and evaluations are better. */
@Module({
  providers: [
    AnnotationScalesQueries,
    AnnotationScalesService,
    ScalesOfDatasetResolver,
    ScalesOfProjectResolver,
  ],
  exports: [AnnotationScalesService],
})
export class AnnotationScalesModule {}
