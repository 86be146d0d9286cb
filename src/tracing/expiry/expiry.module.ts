import { Module } from '@nestjs/common';
import { ExpiredTracesService } from './expired-traces.service.js';

/** Deletes old traces. */
@Module({
  providers: [ExpiredTracesService],
  exports: [ExpiredTracesService],
})
export class ExpiryModule {}
