import { Module } from '@nestjs/common';
import { ExpiredTracesService } from './expired-traces.service.js';
import { ExpiryPreviewService } from './expiry-preview.service.js';
import { RollupsModule } from '../rollups/rollups.module.js';
import { OldTextsService } from './old-texts.service.js';

/** Deletes old traces, and texts of traces. */
@Module({
  imports: [RollupsModule],
  providers: [ExpiredTracesService, ExpiryPreviewService, OldTextsService],
  exports: [ExpiredTracesService, ExpiryPreviewService, OldTextsService],
})
export class ExpiryModule {}
