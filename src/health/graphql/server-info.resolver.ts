import { Inject } from '@nestjs/common';
import { Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { COMPATIBILITY_VERSION, PRODUCT_VERSION } from '../../config/version.js';
import { ServerInfo } from './server-info.type.js';

@Resolver()
export class ServerInfoResolver {
  constructor(@Inject(ENV) private readonly env: Env) {}

  @Query(() => ServerInfo, { description: 'Versions and addresses of this server.' })
  @Access('VIEWER', 'while the password is expired too', 'while the second factor is missing too')
  serverInfo(): ServerInfo {
    return {
      version: PRODUCT_VERSION,
      compatibilityVersion: COMPATIBILITY_VERSION,
      authenticationEnabled: this.env.auth.isEnabled,
      grpcPort: this.env.grpcPort,
    };
  }
}
