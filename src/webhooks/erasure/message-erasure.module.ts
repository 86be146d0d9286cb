import { Module } from '@nestjs/common';
import { MessageErasureService } from './message-erasure.service.js';

/** Erases parts of messages to webhooks. */
@Module({ providers: [MessageErasureService], exports: [MessageErasureService] })
export class MessageErasureModule {}
