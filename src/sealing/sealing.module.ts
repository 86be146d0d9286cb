import { Module } from '@nestjs/common';
import { SealingService } from './sealing.service.js';

@Module({ providers: [SealingService], exports: [SealingService] })
export class SealingModule {}
