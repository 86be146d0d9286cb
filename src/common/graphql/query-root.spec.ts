import { buildSchema, printSchema } from 'graphql';
import { linkQueryRoot } from './query-root.type.js';

describe('linkQueryRoot', () => {
  it('puts the root type in the place of its stand-in, bare or not null', () => {
    const schema = linkQueryRoot(
      buildSchema(`
        type QueryRoot { standIn: Boolean! }
        type Payload { query: QueryRoot!, maybe: QueryRoot, other: Int! }
        type Query { count: Int! }
        type Mutation { act: QueryRoot!, ask: Payload! }
      `),
    );
    expect(printSchema(schema)).toBe(
      printSchema(
        buildSchema(`
          type Payload { query: Query!, maybe: Query, other: Int! }
          type Query { count: Int! }
          type Mutation { act: Query!, ask: Payload! }
        `),
      ),
    );
  });

  it('leaves a schema without the stand-in alone', () => {
    const schema = buildSchema('type Query { count: Int! }');
    expect(linkQueryRoot(schema)).toBe(schema);
  });
});
