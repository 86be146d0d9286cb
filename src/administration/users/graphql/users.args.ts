import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';

export enum UserFilterColumn {
  username = 'username',
  email = 'email',
}

registerEnumType(UserFilterColumn, { name: 'UserFilterColumn' });

@InputType({ description: 'Selects users whose column contains the value, ignoring case.' })
export class UserFilter {
  @Field(() => UserFilterColumn)
  col: UserFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class UsersArgs extends OffsetPageArgs {
  @Field(() => UserFilter, { nullable: true })
  filter?: UserFilter | null;
}
