import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PromptsModule } from '../prompts.module.js';
import { LabelsOfPromptResolver } from './graphql/labels-of-prompt.resolver.js';
import { PromptLabelsResolver } from './graphql/prompt-labels.resolver.js';
import { PromptLabelAssignmentEntity } from './prompt-label-assignment.entity.js';
import { PromptLabelEntity } from './prompt-label.entity.js';
import { PromptLabelsService } from './prompt-labels.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([PromptLabelEntity, PromptLabelAssignmentEntity]),
    PromptsModule,
  ],
  providers: [PromptLabelsService, PromptLabelsResolver, LabelsOfPromptResolver],
  exports: [PromptLabelsService],
})
export class PromptLabelsModule {}
