import { buildSchema, type GraphQLObjectType } from 'graphql';
import { attachResolvers } from './code-first-schema.js';

const schemaOf = () =>
  buildSchema(`
    interface Named { name: String, label: String }
    type Person implements Named { name: String, label: String, age: Int }
    type Query { person: Person }
    type Subscription { people: Person }`);
const fieldsOf = (schema: ReturnType<typeof schemaOf>, type: string) =>
  (schema.getType(type) as GraphQLObjectType).getFields();

describe('resolvers', () => {
  const [one, other] = [() => 'one', () => 'other'];

  it('are attached to their fields', () => {
    const schema = schemaOf();
    attachResolvers(schema, {
      Query: { person: one },
      Subscription: { people: { subscribe: one, resolve: other } },
    });
    expect(fieldsOf(schema, 'Query')['person']!.resolve).toBe(one);
    expect(fieldsOf(schema, 'Subscription')['people']).toMatchObject({
      subscribe: one,
      resolve: other,
    });
  });

  it('are inherited from interfaces unless the type has its own', () => {
    const schema = schemaOf();
    attachResolvers(schema, { Named: { name: one, label: one }, Person: { label: other } });
    const { name, label, age } = fieldsOf(schema, 'Person');
    expect([name!.resolve, label!.resolve, age!.resolve]).toEqual([one, other, undefined]);
  });

  it.each([
    [{ Nobody: { name: one } }, 'The schema has no type Nobody.'],
    [{ Person: { size: one } }, 'The schema has no field Person.size.'],
    [{ Named: { size: one } }, 'The schema has no field Person.size.'],
  ])('refuse to have no field: %j', (resolvers, message) => {
    expect(() => attachResolvers(schemaOf(), resolvers)).toThrow(message);
  });
});
