import { Access } from '../../../../kernel/access/handler-access.js';
import { Args, Field, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { AuthorizationService } from '../authorization.service.js';

@ObjectType({ description: 'An application that asks to act for a user.' })
export class OAuth2Client {
  @Field(() => String, { description: 'Public identifier.' })
  clientId: string;

  @Field(() => String, { description: 'As the application calls itself.' })
  name: string;

  @Field(() => Boolean, {
    description: 'False if the application registered itself, so that its name may be wrong.',
  })
  isFirstParty: boolean;
}

/** Describes the requesting application to the consent page. */
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
