import { Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { AuthMethod } from './user.type.js';

export enum UserRoleInput {
  ADMIN = 'ADMIN',
  MEMBER = 'MEMBER',
  VIEWER = 'VIEWER',
}

registerEnumType(UserRoleInput, {
  name: 'UserRoleInput',
  description: 'A role that can be given to somebody.',
  valuesMap: {
    ADMIN: { description: 'Also runs the place.' },
    MEMBER: { description: 'Reads and writes.' },
    VIEWER: { description: 'Reads.' },
  },
});

@InputType()
export class CreateUserInput {
  @Field(() => String, { description: 'Unique; kept in lower case, without blanks at the ends.' })
  email: string;

  @Field(() => String, { description: 'Unique; blanks at the ends are dropped.' })
  username: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Needed for LOCAL, where it must be changed at the first sign-in; no other has one.',
  })
  password?: string | null;

  @Field(() => UserRoleInput)
  role: UserRoleInput;

  @Field(() => Boolean, { defaultValue: false })
  sendWelcomeEmail: boolean;

  @Field(() => AuthMethod, { defaultValue: AuthMethod.LOCAL })
  authMethod: AuthMethod;
}

@InputType({ description: 'An absent or null member is left as it is.' })
export class PatchUserInput {
  @Field(() => ID)
  userId: string;

  @Field(() => UserRoleInput, { nullable: true, description: 'Ends the sessions of the user.' })
  newRole?: UserRoleInput | null;

  @Field(() => String, { nullable: true })
  newUsername?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Must be changed at the next sign-in; ends the sessions of the user.',
  })
  newPassword?: string | null;
}

/** More users than one call deletes. */
const MAX_DELETED = 1000;

@InputType()
export class DeleteUsersInput {
  @Field(() => [ID], { description: 'When one of them is unknown, none is deleted.' })
  @ArrayMinSize(1, { message: 'There should be at least one user' })
  @ArrayMaxSize(MAX_DELETED, { message: `At most ${MAX_DELETED} users are deleted at a time` })
  userIds: string[];
}
