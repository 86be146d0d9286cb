import { Module } from '@nestjs/common';
import { MessageErasureModule } from '../../webhooks/erasure/message-erasure.module.js';
import { ErasureModule } from '../../tracing/erasure/erasure.module.js';
import { AlertErasureService } from './alert-erasure.service.js';

/** Erases end users from alerts. */
@Module({
  imports: [ErasureModule, MessageErasureModule],
  providers: [AlertErasureService],
  exports: [AlertErasureService],
})
export class AlertErasureModule {}
