import { Module } from '@nestjs/common';
import { ExpiredTracesService } from './expired-traces.service.js';
import { ExpiryPreviewService } from './expiry-preview.service.js';
import { RollupsModule } from '../rollups/rollups.module.js';
import { OldLogsService } from './old-logs.service.js';
import { OldTextsService } from './old-texts.service.js';

/** Deletes old traces, texts of traces, and log records. */
@Module({
  imports: [RollupsModule],
  providers: [ExpiredTracesService, ExpiryPreviewService, OldLogsService, OldTextsService],
  exports: [ExpiredTracesService, ExpiryPreviewService, OldLogsService, OldTextsService],
})
export class ExpiryModule {}
