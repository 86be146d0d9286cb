import { Module } from '@nestjs/common';
import { AnnotationsModule } from '../annotations.module.js';
import { OwnAnnotationsResolver } from './graphql/own-annotations.resolver.js';
import { OwnAnnotationsQueries } from './own-annotations.queries.js';
import { OwnAnnotationsService } from './own-annotations.service.js';

@Module({
  imports: [AnnotationsModule],
  providers: [OwnAnnotationsService, OwnAnnotationsQueries, OwnAnnotationsResolver],
})
export class OwnAnnotationsModule {}
