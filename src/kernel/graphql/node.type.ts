import { Field, ID, InterfaceType } from '@nestjs/graphql';

/** An object with a global ID. */
@InterfaceType('Node', {
  description: 'An object with a global ID.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Global ID: base64 of `TypeName:rowid`.' })
  id: string;
}
