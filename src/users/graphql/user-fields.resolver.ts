import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, isSelfOrAdmin } from '../../common/access/access.js';
import { User } from './user.type.js';

/** What of a user not everybody is told who meets them at something they did. */
@Resolver(() => User)
export class UserFieldsResolver {
  @ResolveField(() => String, {
    nullable: true,
    description:
      'For the user and administrators. Absent for others, and for people of a directory ' +
      'without addresses.',
  })
  email(@Parent() { rowId, email }: User, @Caller() caller: Identity): string | null {
    return isSelfOrAdmin(caller, rowId) ? email : null;
  }
}
