import { buildSchema, printSchema } from 'graphql';
import { linkQueryRoot } from './query-root.type.js';

describe('linkQueryRoot', () => {
  it('replaces its stand-in with the root type, nullable or not', () => {
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

  it('leaves a schema without the stand-in unchanged', () => {
    const schema = buildSchema('type Query { count: Int! }');
    expect(linkQueryRoot(schema)).toBe(schema);
  });
});
