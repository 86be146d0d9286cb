import { GraphQLSchemaHost } from '@nestjs/graphql';
import { sampleOperation } from '../access/sample-operation.js';
import { cookieOf } from '../support/accounts.js';
import { attackBodies, REPLACEMENTS } from './hostile-bodies.js';

/** Every third replacement in each place, so that neighboring places together get all of them. */
const sample = (place: number) => REPLACEMENTS.filter((_, index) => (index + place) % 3 === 0);

describe('bodies with a value of another kind', () => {
  const server = attackBodies(sample);

  it('never fail with a server error in the JSON of mutations', async () => {
    const { schema } = server().app.get(GraphQLSchemaHost, { strict: false });
    const literals = ['null', '0', '1.5', '"x"', 'true', '[]', '[null]', '{x: null}', '[[{}]]'];
    const failures: string[] = [];
    const sent = new Set<string>();
    for (const name of Object.keys(schema.getMutationType()!.getFields())) {
      const plain = sampleOperation(schema, `Mutation.${name}`);
      for (const literal of literals) {
        const query = sampleOperation(schema, `Mutation.${name}`, literal);
        if (query === plain) continue;
        sent.add(name);
        const answer = await server().gqlAs(cookieOf(server().accounts.ADMIN), query);
        const codes = answer.errors?.map(({ extensions }) => extensions.code) ?? [];
        expect(codes).not.toContain('GRAPHQL_PARSE_FAILED');
        if (codes.includes('INTERNAL_SERVER_ERROR')) failures.push(query);
      }
    }
    expect(failures).toEqual([]);
    expect(sent.size).toBeGreaterThan(10);
  });

  it('are refused with the place of the wrong value', async () => {
    const response = await server()
      .request.post('/v1/users')
      .set(cookieOf(server().accounts.ADMIN))
      .send({ user: [null] })
      .expect(422);
    expect(response.body.detail).toEqual([
      {
        type: 'model_type',
        loc: ['body', 'user'],
        msg: 'Input should be a valid object',
        input: [null],
      },
    ]);
  });
});
