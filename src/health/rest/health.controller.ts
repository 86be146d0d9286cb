import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../kernel/access/handler-access.js';
import { COMPATIBILITY_VERSION, PRODUCT_VERSION } from '../../config/version.js';
import { HealthService } from '../health.service.js';

/** Liveness, readiness and versions. Open to everyone, because probes send no credentials. */
@ApiExcludeController()
@Access('public')
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Responds with 200 `OK` while the process runs. */
  @Get('healthz')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  live(): string {
    return 'OK';
  }

  /**
   * Responds with 200 if the database responds, otherwise, and before the server stops, with 503 and a
   * text. The body is `{}`, or says how the read replica is.
   */
  @Get('readyz')
  async ready(@Res() response: Response): Promise<void> {
    const obstacle = await this.health.findObstacle();
    if (obstacle !== null) {
      response.status(503).type('text/plain').send(obstacle);
      return;
    }
    const readReplica = this.health.describeReplica();
    response.json(readReplica === null ? {} : { readReplica });
  }

  /** Returns the compatibility level for published clients. */
  @Get('arize_phoenix_version')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  compatibility(): string {
    return COMPATIBILITY_VERSION;
  }

  /** Returns the product version. */
  @Get('version')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  version(): string {
    return PRODUCT_VERSION;
  }
}
