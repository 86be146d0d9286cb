import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Admission, type Reservation } from '../../kernel/http/bodies/admission.js';
import { ClientGoneError, discardBody } from '../../kernel/http/bodies/discard-body.js';
import { readBody } from '../../kernel/http/bodies/read-body.js';
import { DomainError } from '../../kernel/errors/errors.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { refusedRequests } from '../store/ingest.metrics.js';

/**
 * Reads the body of a request and passes it to `consume`, as `readBody` does.
 * @param heldBytesOf how many bytes of memory the result holds, which count from then on if the body has fewer.
 */
export type ReadBody = <T>(
  consume: (body: Buffer) => T,
  heldBytesOf?: (result: T) => number,
) => Promise<T>;

/** Admits requests and reads their bodies. Releases their memory after the response. */
@Injectable()
export class RequestBodies {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly admission: Admission,
  ) {}

  /**
   * Runs `work`, which may read the body once. Its bytes count as in flight until `work` is done.
   * Lets a refused sender finish sending, and ignores one that has disconnected.
   * @throws the errors of `work` and `readBody`.
   */
  async use(
    request: Request,
    response: Response,
    work: (read: ReadBody) => Promise<void>,
  ): Promise<void> {
    try {
      await this.useAdmitted(request, work);
    } catch (error) {
      if (error instanceof ClientGoneError) return;
      refusedRequests.inc({ reason: error instanceof DomainError ? error.code : 'INTERNAL' });
      await discardBody(request);
      if (!request.complete) response.setHeader('Connection', 'close');
      throw error;
    }
  }

  private async useAdmitted(
    request: Request,
    work: (read: ReadBody) => Promise<void>,
  ): Promise<void> {
    let reservation: Reservation | undefined;
    try {
      await work((consume, heldBytesOf) => {
        const own = (reservation = this.admission.admit(0));
        return readBody(request, this.env.ingest, own, (body) => {
          const result = consume(body);
          if (heldBytesOf) own.growTo(heldBytesOf(result));
          return result;
        });
      });
    } finally {
      reservation?.release();
    }
  }
}
