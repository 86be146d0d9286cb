import { Body, Controller, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../../../kernel/access/handler-access.js';
import { forbidCaching } from '../../rest/forbid-caching.js';
import { OAuth2ErrorFilter } from '../../rest/oauth2-error.filter.js';
import { GRANT_TYPES, RESPONSE_TYPES } from '../client-metadata.js';
import { ClientRegistrationsService } from '../client-registrations.service.js';

/** Registers applications (RFC 7591). The metadata documents lead to it. */
@ApiExcludeController()
@Access('public')
@UseFilters(OAuth2ErrorFilter)
@Controller('oauth2')
export class RegistrationController {
  constructor(private readonly registrations: ClientRegistrationsService) {}

  @Post('register')
  async register(
    @Body() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Record<string, unknown>> {
    const { clientId, name, logoUri, redirectUris } = await this.registrations.register(
      parse(body),
    );
    forbidCaching(response);
    return {
      client_id: clientId,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: name,
      ...(logoUri !== null && { logo_uri: logoUri }),
      redirect_uris: redirectUris,
      grant_types: GRANT_TYPES,
      response_types: RESPONSE_TYPES,
      token_endpoint_auth_method: 'none',
    };
  }
}

/** Returns undefined for a text that is not JSON, which the service refuses. */
function parse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}
