import { Access } from '../../../../kernel/access/handler-access.js';
import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  HttpCode,
  Inject,
  Post,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Authenticator, type Identity } from '../../../../kernel/access/access.js';
import { BadRequestError, ForbiddenError } from '../../../../kernel/errors/errors.js';
import { getPublicOrigin } from '../../../../kernel/http/public-origin.js';
import { SignInFirstFilter } from '../../../../kernel/http/links/sign-in-first.filter.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';
import { forbidCaching } from '../../rest/forbid-caching.js';
import { assertServerOn } from '../../server-on.js';
import type { SentParameters } from '../authorization-request.js';
import { AuthorizationService } from '../authorization.service.js';
import { sendMessagePage } from '../../../../kernel/http/links/message-page.js';

/** Tells the user what is wrong if the application cannot be told, because it is not known. */
@Catch(BadRequestError)
class RefusedApplicationFilter implements ExceptionFilter<BadRequestError> {
  constructor(@Inject(ENV) private readonly env: Pick<Env, 'rootPath'>) {}

  catch({ status, message }: BadRequestError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendMessagePage(http.getRequest(), http.getResponse(), {
      status,
      title: 'This application cannot ask for access',
      message,
      home: `${this.env.rootPath}/`,
    });
  }
}

/** They say who asks, so a link must not set them. Our own consent page asks the server instead. */
const OWN_PARAMETERS = ['client_name', 'is_first_party'];

/** Asks the signed-in user whether an application may act for them. */
@ApiExcludeController()
@Access('public')
@Controller('oauth2/authorize')
export class AuthorizationController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly authenticator: Authenticator,
    private readonly authorization: AuthorizationService,
  ) {}

  /** Receives users whom an application sends. Redirects them to the consent page, or
   * back with an error, unless the application registered itself: then a page shows the error. */
  @Get()
  @UseFilters(SignInFirstFilter, RefusedApplicationFilter)
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    assertServerOn(this.env);
    await this.identify(request);
    const origin = getPublicOrigin(this.env, request);
    const checked = await this.authorization.check(request.query, origin);
    response.redirect(
      302,
      'redirectTo' in checked
        ? checked.redirectTo
        : `${this.env.rootPath}/oauth2/consent?${describe(request.url, checked.client)}`,
    );
  }

  /** Receives the decision from the consent page, which then opens the URL in the response. */
  @Post('decision')
  @HttpCode(200)
  async decide(
    @Body() body: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ redirect_to: string }> {
    assertServerOn(this.env);
    const caller = await this.identify(request);
    const origin = getPublicOrigin(this.env, request);
    this.assertOwnPage(request, origin);
    forbidCaching(response);
    const { approved, ...parameters } = toParameters(body);
    const target = await this.authorization.decide(parameters, approved, origin, caller);
    return { redirect_to: target };
  }

  /** Identifies the user by the session of the browser alone, so that no program can approve in a user's name. */
  private identify({ headers: { cookie } }: Request): Promise<Identity> {
    return this.authenticator.identify({ cookie });
  }

  /** @throws ForbiddenError if the request does not come from a page of this server. */
  private assertOwnPage({ headers }: Request, origin: string): void {
    if (!this.env.authorizationServer.checksConsentOrigin) return;
    if (headers.origin === new URL(origin).origin) return;
    throw new ForbiddenError('Only the consent page of this server can send a decision.');
  }
}

/** Any other body lacks everything that the application needs. */
function toParameters(body: unknown): SentParameters {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Returns the query of the consent page: that of the request, and who asks. */
function describe(url: string, client: { name: string; isFirstParty: boolean }): string {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  for (const name of OWN_PARAMETERS) query.delete(name);
  query.set('client_name', client.name);
  query.set('is_first_party', String(client.isFirstParty));
  return query.toString();
}
