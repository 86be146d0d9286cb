import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PromptLabelAssignmentEntity } from './labels/prompt-label-assignment.entity.js';
import { PromptLabelEntity } from './labels/prompt-label.entity.js';
import { PromptEntity } from './prompt.entity.js';
import { PromptVersionTagEntity } from './tags/prompt-version-tag.entity.js';
import { PromptVersionEntity } from './versions/prompt-version.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      PromptEntity,
      PromptVersionEntity,
      PromptVersionTagEntity,
      PromptLabelEntity,
      PromptLabelAssignmentEntity,
    ]),
  ],
})
export class PromptsModule {}
