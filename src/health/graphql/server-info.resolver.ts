import { Inject } from '@nestjs/common';
import { Field, Int, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../kernel/access/handler-access.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { COMPATIBILITY_VERSION, PRODUCT_VERSION } from '../../config/version.js';

@ObjectType({ description: 'Versions and addresses of the server.' })
class ServerInfo {
  @Field(() => String, { description: 'The product version.' })
  version: string;

  @Field(() => String, { description: 'The compatibility level for published clients.' })
  compatibilityVersion: string;

  @Field(() => Boolean)
  authenticationEnabled: boolean;

  @Field(() => Int, { nullable: true, description: 'Port of OTLP over gRPC.' })
  grpcPort: number | null;
}

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
