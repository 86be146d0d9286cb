import { createUnionType, Field, HideField, ID, ObjectType } from '@nestjs/graphql';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { ConnectionOf, EdgeOf } from '../../kernel/pagination/connection.js';
import { Node } from '../../kernel/graphql/node.type.js';
import { QueryRoot } from '../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../kernel/graphql/scalars.js';
import type { SecretRow } from '../secrets.queries.js';

/** Type name inside a secret's global ID, before its key. */
export const SECRET_TYPE = 'Secret';

@ObjectType({
  description: 'A credential of another service. Its value is never shown.',
  implements: () => Node,
})
export class Secret implements Node {
  @Field(() => ID)
  id: string;

  @Field(() => String, { description: 'Such as `OPENAI_API_KEY`.' })
  key: string;

  @HideField()
  userId: number | null;

  @Field(() => DateTimeScalar)
  updatedAt: string;
}

@ObjectType({ description: 'A value that the server can read.' })
export class DecryptedSecret {
  @Field(() => String, { description: 'Always the same mask.' })
  value: string;
}

@ObjectType({ description: 'A value that the server cannot read. Set it again.' })
export class UnparsableSecret {
  @Field(() => String, { description: 'Why it cannot be read.' })
  parseError: string;
}

export const SecretValue = createUnionType({
  name: 'SecretValue',
  types: () => [DecryptedSecret, UnparsableSecret] as const,
  resolveType: (value: object) => ('value' in value ? DecryptedSecret : UnparsableSecret),
});

@ObjectType()
export class SecretEdge extends EdgeOf(Secret) {}

@ObjectType()
export class SecretConnection extends ConnectionOf(SecretEdge) {}

@ObjectType()
export class UpsertOrDeleteSecretsPayload {
  @Field(() => [Secret], { description: 'In reverse order of the changes.' })
  upsertedSecrets: Secret[];

  @Field(() => [ID], {
    description: 'In reverse order of the changes. Includes keys that did not exist.',
  })
  deletedIds: string[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}

export function toSecret({ key, userId, updatedAt }: SecretRow): Secret {
  return { id: toGlobalId(SECRET_TYPE, key), key, userId, updatedAt };
}
