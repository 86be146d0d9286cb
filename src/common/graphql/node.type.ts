import { Field, ID, InterfaceType } from '@nestjs/graphql';

/** A thing with a global id. */
@InterfaceType('Node', {
  description: 'A thing with a global id.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Global id: base64 of `TypeName:rowid`.' })
  id: string;
}
