import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../../audit/audit.module.js';
import { UsersModule } from '../../../users/users.module.js';
import { SignInsModule } from '../../sign-ins/sign-ins.module.js';
import { AutoLoginMiddleware } from './auto-login.middleware.js';
import { OAuth2UsedStateEntity } from './oauth2-used-state.entity.js';
import { OidcAccountsQueries } from './oidc-accounts.queries.js';
import { OidcAccountsService } from './oidc-accounts.service.js';
import { OidcProvidersService } from './oidc-providers.service.js';
import { OidcSignInService } from './oidc-sign-in.service.js';
import { OidcController } from './rest/oidc.controller.js';
import { UsedStateQueries } from './used-states.queries.js';

/** Signing in at OpenID Connect providers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([OAuth2UsedStateEntity]),
    AuditModule,
    SignInsModule,
    UsersModule,
  ],
  controllers: [OidcController],
  providers: [
    OidcAccountsQueries,
    OidcAccountsService,
    OidcProvidersService,
    OidcSignInService,
    UsedStateQueries,
  ],
})
export class OidcModule implements NestModule {
  static readonly method = OidcSignInService;

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AutoLoginMiddleware).forRoutes({ path: 'login', method: RequestMethod.GET });
  }
}
