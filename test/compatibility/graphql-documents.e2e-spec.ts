import { readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  type DocumentNode,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  separateOperations,
  print,
  validate,
} from 'graphql';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { variablesIn } from './graphql-documents/variables.js';
import { createWorld, type World } from './graphql-documents/world.js';

/**
 * Operations as published callers send them, with variables and the published names of input types.
 * To add some, write them in a `.graphql` file in `graphql-documents`, and their variables in
 * `variables.ts`.
 */
const FOLDER = new URL('graphql-documents/', import.meta.url);

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

const documents: [name: string, document: DocumentNode][] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.graphql'))
  .flatMap((file) =>
    Object.entries(separateOperations(parse(readFileSync(new URL(file, FOLDER), 'utf8')))),
  );

/** These leave what the others need. */
const ADDS = /^(Add|Create(?!DatasetSplitWithExamples)|Dismiss|Reinstate|Set|Upsert)/;

const operationOf = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)!;

describe('published GraphQL documents', () => {
  let server: SecuredServer;
  /** The data that queries read. */
  let unchanged: World;
  /** To what mutations add. Those that rename something or take it away have one of their own. */
  let shared: World;

  beforeAll(async () => {
    server = await startSecuredServer();
    unchanged = await createWorld(server);
    shared = await createWorld(server);
  });
  afterAll(() => server.stop());

  it('have variables for all operations', () => {
    const named = Object.keys(variablesIn(unchanged));
    expect(named.toSorted()).toEqual(documents.map(([name]) => name).toSorted());
  });

  it.each(documents)('%s fits the schema and runs', async (name, document) => {
    const { operation, variableDefinitions = [] } = operationOf(document);
    const kept = ADDS.test(name) ? shared : undefined;
    const world =
      operation === OperationTypeNode.QUERY ? unchanged : (kept ?? (await createWorld(server)));
    const variables = variablesIn(world)[name]!;
    const violations = validate(schema, document).map(({ message }) => message);
    expect(violations).toEqual([]);
    const { errors: misfits } = getVariableValues(schema, variableDefinitions, variables);
    expect(misfits?.map(({ message }) => message)).toBeUndefined();
    // Each variable that the document declares is sent, except cursors, which tests of lists use.
    const declared = variableDefinitions.map(({ variable }) => variable.name.value);
    expect(Object.keys(variables).filter((sent) => !declared.includes(sent))).toEqual([]);

    const admin = cookieOf(await server.createAccount('ADMIN'));
    const { data, errors } = await server.gqlAs(admin, print(document), variables);
    expect(errors?.map(({ message }) => message)).toBeUndefined();
    expect(Object.values(data!)).not.toContain(null);
  });
});
