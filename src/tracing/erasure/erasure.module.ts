import { Module } from '@nestjs/common';
import { UserTracesService } from './user-traces.service.js';

/** Deletes the data of end users. */
@Module({ providers: [UserTracesService], exports: [UserTracesService] })
export class ErasureModule {}
