import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../../../kernel/access/handler-access.js';
import { AuthorizationService } from '../authorization.service.js';
import { OAuth2Client } from './oauth2-client.type.js';

/** Tells the consent page who asks. */
@Resolver()
export class OAuth2ClientResolver {
  constructor(private readonly authorization: AuthorizationService) {}

  @Query(() => OAuth2Client, {
    nullable: true,
    description: 'An application that may send users back to this address; null if there is none.',
  })
  @Access('VIEWER', {
    'with authentication only': 'Authentication is off, so applications need no access.',
  })
  async oauth2Client(
    @Args('clientId', { type: () => String }) clientId: string,
    @Args('redirectUri', { type: () => String }) redirectUri: string,
  ): Promise<OAuth2Client | null> {
    const client = await this.authorization.findAsker(clientId, redirectUri);
    return client && { clientId, name: client.name, isFirstParty: client.isFirstParty };
  }
}
