import { Injectable, Logger } from '@nestjs/common';
import { JobsService } from '../jobs/jobs.service.js';
import { ExperimentDeletionService } from './experiment-deletion.service.js';

const QUEUE = 'ephemeral-experiments';
const LOOK_EVERY_SECONDS = 3600;

/** Experiments that are deleted in one transaction. */
const BATCH = 100;

/** Deletes ephemeral experiments that nobody has edited for a day, whichever server does it. */
@Injectable()
export class EphemeralExperimentsService {
  private readonly logger = new Logger(EphemeralExperimentsService.name);

  constructor(
    private readonly jobs: JobsService,
    private readonly deletion: ExperimentDeletionService,
  ) {
    jobs.work(QUEUE, (signal) => this.sweep(signal));
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    let total = 0;
    let deleted = BATCH;
    while (deleted === BATCH && !signal.aborted) {
      deleted = await this.deletion.deleteExpired(BATCH);
      total += deleted;
    }
    if (total > 0) this.logger.log(`deleted ${total} ephemeral experiments`);
    await this.jobs.sendLater(QUEUE, LOOK_EVERY_SECONDS);
  }
}
