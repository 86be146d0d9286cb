import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { MailService } from './mail.service.js';

@Module({ imports: [JobsModule, SealingModule], providers: [MailService], exports: [MailService] })
export class MailModule {}
