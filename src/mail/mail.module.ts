import { Module } from '@nestjs/common';
import { JobQueueModule } from '../job-queue/job-queue.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { MailService } from './mail.service.js';

@Module({
  imports: [JobQueueModule, SealingModule],
  providers: [MailService],
  exports: [MailService],
})
export class MailModule {}
