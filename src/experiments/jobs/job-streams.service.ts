import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import type { ExperimentRow } from '../experiment.entity.js';
import { ExperimentJobsQueries } from './experiment-jobs.queries.js';
import { JobControlService, type JobRequest } from './job-control.service.js';
import { JobEvents, type JobEvent } from './job-events.service.js';

export type { JobEvent } from './job-events.service.js';

/** How often a stream looks whether another server has completed its job. */
const LOOK_EVERY_MS = 1_000;

/** Starts experiments and follows them. */
@Injectable()
export class JobStreamsService {
  constructor(
    private readonly queries: ExperimentJobsQueries,
    private readonly control: JobControlService,
    private readonly events: JobEvents,
  ) {}

  /**
   * Starts an experiment. Yields it first, and then what happens on this server until it ends. A reader
   * who leaves stops only an ephemeral experiment.
   * @throws like `JobControlService.create`.
   */
  async *run(
    request: JobRequest,
    caller: Identity,
    signal: AbortSignal,
  ): AsyncGenerator<ExperimentRow | JobEvent, void> {
    const { experiment, jobId, start } = await this.control.create(request, caller);
    const reader = this.events.open(jobId);
    try {
      await start();
      yield experiment;
      yield* reader.read(signal);
      // Another server may have taken the job over.
      while (!signal.aborted && (await this.isRunning(jobId))) {
        await sleep(LOOK_EVERY_MS, null, { signal }).catch(() => undefined);
      }
    } finally {
      reader.close();
      if (request.isEphemeral) await this.control.stop(experiment.id, 'STREAM_ENDED').catch(ignore);
    }
  }

  private async isRunning(jobId: number): Promise<boolean> {
    const [job] = await this.queries.findByIds([jobId]);
    return job?.status === 'RUNNING';
  }
}

/** The experiment may have been deleted. */
function ignore(): void {}
