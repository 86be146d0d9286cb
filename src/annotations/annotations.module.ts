import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DocumentAnnotationEntity } from './document-annotation.entity.js';
import { PendingAnnotationEntity } from './pending/pending-annotation.entity.js';
import { SessionAnnotationEntity } from './session-annotation.entity.js';
import { SpanAnnotationEntity } from './span-annotation.entity.js';
import { TraceAnnotationEntity } from './trace-annotation.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      SpanAnnotationEntity,
      DocumentAnnotationEntity,
      TraceAnnotationEntity,
      SessionAnnotationEntity,
      PendingAnnotationEntity,
    ]),
  ],
})
export class AnnotationsModule {}
