import { Module } from '@nestjs/common';
import { SealRotationService } from './seal-rotation.service.js';
import { SealingService } from './sealing.service.js';

@Module({
  providers: [SealingService, SealRotationService],
  exports: [SealingService, SealRotationService],
})
export class SealingModule {}
