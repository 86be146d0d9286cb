import { Module } from '@nestjs/common';
import { Masks } from './masks.contract.js';
import { MasksService } from './masks.service.js';

/** The masks of all projects. Has no transport, because the command line uses it, too. */
@Module({
  providers: [MasksService, { provide: Masks, useExisting: MasksService }],
  exports: [MasksService, Masks],
})
export class MasksModule {}
