import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';

export enum UserFilterColumn {
  username = 'username',
  email = 'email',
}

registerEnumType(UserFilterColumn, { name: 'UserFilterColumn' });

@InputType('UserFilter', { description: 'Keeps what has the value as a part, in any case.' })
export class UserFilterDto {
  @Field(() => UserFilterColumn)
  col: UserFilterColumn;

  @Field(() => String)
  value: string;
}

@ArgsType()
export class UsersArgs extends OffsetPageArgs {
  @Field(() => UserFilterDto, { nullable: true })
  filter?: UserFilterDto | null;
}
