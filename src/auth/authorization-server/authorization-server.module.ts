import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module.js';
import { UsersModule } from '../../users/users.module.js';
import { SignInsModule } from '../sign-ins/sign-ins.module.js';
import { AuthorizationCodeEntity } from './authorization/authorization-code.entity.js';
import { AuthorizationCodesQueries } from './authorization/authorization-codes.queries.js';
import { AuthorizationCodesService } from './authorization/authorization-codes.service.js';
import { AuthorizationService } from './authorization/authorization.service.js';
import { OAuth2ClientResolver } from './authorization/graphql/oauth2-client.resolver.js';
import { AuthorizationController } from './authorization/rest/authorization.controller.js';
import { RegistrationController } from './clients/rest/registration.controller.js';
import { DiscoveryService } from './discovery/discovery.service.js';
import { DiscoveryController } from './discovery/rest/discovery.controller.js';
import { GrantsModule } from './grants/grants.module.js';
import { GrantFieldsResolver, UserGrantsResolver } from './grants/graphql/grant-fields.resolver.js';
import { GrantCountLoader, GrantsOfUserLoader } from './grants/graphql/grants.loader.js';
import { GrantsResolver } from './grants/graphql/grants.resolver.js';
import { TokenController } from './tokens/rest/token.controller.js';
import { TokenExchangeService } from './tokens/token-exchange.service.js';
import type { NextFunction, Request, Response } from 'express';
import { ClientGoneError, discardBody } from '../../kernel/http/bodies/discard-body.js';
import { readBody } from '../../kernel/http/bodies/read-body.js';

/** Anyone may send this much, so it is no more than an application needs. */
const MAX_BYTES = 64 * 1024;
const LIMITS = { maxRequestBytes: MAX_BYTES, maxInflatedBytes: MAX_BYTES };
const UNCOUNTED = { grow: () => undefined, growTo: () => undefined, release: () => undefined };

/** Reads bodies of any type as text, because the errors of OAuth2 are not those of other requests. */
async function readTextBody(
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  try {
    request.body = await readBody(request, LIMITS, UNCOUNTED, (body) => body.toString('utf8'));
  } catch (error) {
    if (error instanceof ClientGoneError) return;
    await discardBody(request);
    if (!request.complete) response.setHeader('Connection', 'close');
    throw error;
  }
  next();
}

/** Lets applications act for users who approve it: an OAuth 2 authorization server. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AuthorizationCodeEntity]),
    AuditModule,
    GrantsModule,
    SignInsModule,
    UsersModule,
  ],
  controllers: [
    AuthorizationController,
    DiscoveryController,
    RegistrationController,
    TokenController,
  ],
  providers: [
    AuthorizationCodesQueries,
    AuthorizationCodesService,
    AuthorizationService,
    DiscoveryService,
    GrantCountLoader,
    GrantFieldsResolver,
    GrantsOfUserLoader,
    GrantsResolver,
    OAuth2ClientResolver,
    TokenExchangeService,
    UserGrantsResolver,
  ],
  exports: [AuthorizationCodesService, GrantsModule],
})
export class AuthorizationServerModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(readTextBody).forRoutes(
      ...['token', 'revoke', 'register'].map((path) => ({
        path: `oauth2/${path}`,
        method: RequestMethod.POST,
      })),
    );
  }
}
