import { Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../../kernel/access/handler-access.js';
import { getPublicOrigin } from '../../../../kernel/http/public-origin.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';
import { forbidCaching } from '../../rest/forbid-caching.js';
import { writeAuthGuide } from '../auth-guide.js';
import { DiscoveryService } from '../discovery.service.js';

/** The addresses of the documents for applications that request access. */
@ApiExcludeController()
@Access('public')
@Controller()
export class DiscoveryController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly discovery: DiscoveryService,
  ) {}

  @Get('.well-known/*name')
  getDocument(
    @Param('name') name: string | string[],
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Record<string, unknown> {
    const path = [name].flat().join('/');
    const document = this.discovery.getDocument(path, getPublicOrigin(this.env, request));
    forbidCaching(response);
    return document;
  }

  @Get('auth.md')
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  getGuide(@Req() request: Request): string {
    return writeAuthGuide(getPublicOrigin(this.env, request));
  }
}
