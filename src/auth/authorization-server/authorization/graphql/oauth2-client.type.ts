import { Field, ObjectType } from '@nestjs/graphql';

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
