import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, ONLY_ADMIN } from '../../../../kernel/access/access.js';
import { Access } from '../../../../kernel/access/handler-access.js';
import { UnauthenticatedError } from '../../../../kernel/errors/errors.js';
import { NodeRegistry } from '../../../../kernel/graphql/node-registry.js';
import { requireRowId } from '../../../../kernel/ids/global-id.js';
import { GRANT_TYPE, GrantsService } from '../grants.service.js';
import {
  OAuth2Grant,
  RevokeOAuth2GrantInput,
  RevokeOAuth2GrantPayload,
  toOAuth2Grant,
} from './oauth2-grant.type.js';

/** Lists and ends the access of applications. */
@Resolver()
export class GrantsResolver {
  constructor(
    private readonly grants: GrantsService,
    nodes: NodeRegistry,
  ) {
    nodes.register(GRANT_TYPE, async (id, { req }) => {
      if (!req.identity) throw new UnauthenticatedError('Invalid token');
      const grant = await grants.findVisible(id, req.identity);
      return grant && toOAuth2Grant(grant);
    });
  }

  @Query(() => [OAuth2Grant], {
    description: 'Applications that act for users, newest first.',
  })
  @Access('ADMIN', { 'with authentication only': ONLY_ADMIN })
  async oauth2Grants(): Promise<OAuth2Grant[]> {
    return (await this.grants.list()).map(toOAuth2Grant);
  }

  @Mutation(() => RevokeOAuth2GrantPayload, {
    description:
      'Ends the access of an application to your account at once. Administrators can end any.',
  })
  @Access(
    'VIEWER',
    { 'with authentication only': 'Authentication is off, so applications need no access.' },
    'while storage is full too',
  )
  async revokeOAuth2Grant(
    @Args('input') { id }: RevokeOAuth2GrantInput,
    @Caller() caller: Identity,
  ): Promise<RevokeOAuth2GrantPayload> {
    await this.grants.revoke(requireRowId(id, GRANT_TYPE), caller);
    return { grantId: id, query: {} };
  }
}
