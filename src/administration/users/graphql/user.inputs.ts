import { Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { z } from 'zod';
import type { Role } from '../../../kernel/access/roles.js';
import { Check } from '../../../kernel/validation/check.js';
import type { AuthMethodName } from '../../../users/auth-methods.contract.js';
import { AuthMethod } from '../../../users/graphql/user.type.js';

export enum UserRoleInput {
  ADMIN = 'ADMIN',
  MEMBER = 'MEMBER',
  VIEWER = 'VIEWER',
}

registerEnumType(UserRoleInput, {
  name: 'UserRoleInput',
  description: 'A role that can be assigned to a user.',
  valuesMap: {
    ADMIN: { description: 'Also manages users and settings.' },
    MEMBER: { description: 'Reads and writes.' },
    VIEWER: { description: 'Reads.' },
  } satisfies Record<Role, object>,
});

@InputType()
export class CreateUserInput {
  @Field(() => String, {
    description: 'Unique. Surrounding white space is removed, and letters become lower case.',
  })
  email: string;

  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  username: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Required for LOCAL, and must be changed at the first sign-in. Not allowed for other sign-in methods.',
  })
  password?: string | null;

  @Field(() => UserRoleInput)
  role: UserRoleInput;

  @Field(() => Boolean, { defaultValue: false })
  sendWelcomeEmail: boolean;

  @Field(() => AuthMethod, { defaultValue: AuthMethod.LOCAL })
  authMethod: AuthMethodName;
}

@InputType({ description: 'Absent and null fields stay unchanged.' })
export class PatchUserInput {
  @Field(() => ID)
  userId: string;

  @Field(() => UserRoleInput, { nullable: true, description: "Ends the user's sessions." })
  newRole?: UserRoleInput | null;

  @Field(() => String, { nullable: true })
  newUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Must be changed at the next sign-in. Ends the user's sessions.",
  })
  newPassword?: string | null;
}

/** Maximum number of users per deletion. */
const MAX_DELETED = 1000;

@InputType()
export class DeleteUsersInput {
  @Field(() => [ID], { description: 'If one of them does not exist, none is deleted.' })
  @Check(z.array(z.string()).min(1).max(MAX_DELETED))
  userIds: string[];
}
