import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { createWorld } from '../compatibility/graphql-documents/world.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { anAnnotationConfig } from '../support/factories/annotation-config.js';
import { globalId } from '../support/global-id.js';
import type { GraphqlAnswer } from '../support/server.js';
import {
  type CalledField,
  listCalledFields,
  type Samples,
  type SentOperation,
  type TextPlace,
  writeOperation,
} from './graphql-texts.js';
import type { Json } from './sample-bodies.js';

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

const ROOT = /^(Query|Mutation)$/;
const known = new Set<string>();
const OPERATIONS = listCalledFields(schema, known, ({ name }) => ROOT.test(name));
/** Making a job takes a model. All its texts are cursors. */
const FIELDS = listCalledFields(
  schema,
  known,
  (type) =>
    type.name !== 'ExperimentJob' && type.getInterfaces().some(({ name }) => name === 'Node'),
);
const CREATIONS = OPERATIONS.filter(({ name }) => name.startsWith('Mutation.create'));

/** Where the rows of types are that the creations add, or that every server has. */
const ROWS: Record<string, string> = {
  AlertRule: 'alert_rules',
  AnnotationQueue: 'annotation_queues',
  BuiltInEvaluator: `evaluators WHERE kind = 'BUILTIN'`,
  CategoricalAnnotationConfig: `annotation_configs WHERE type = 'CATEGORICAL'`,
  ContinuousAnnotationConfig: `annotation_configs WHERE type = 'CONTINUOUS'`,
  CodeEvaluator: `evaluators WHERE kind = 'CODE'`,
  Dashboard: 'dashboards',
  DatasetEvaluator: 'dataset_evaluators',
  EvaluationRule: 'evaluation_rules',
  ExperimentRun: 'experiment_runs',
  FreeformAnnotationConfig: `annotation_configs WHERE type = 'FREEFORM'`,
  GenerativeModel: 'generative_models',
  GenerativeModelCustomProvider: 'custom_model_providers',
  LLMEvaluator: `evaluators WHERE kind = 'LLM'`,
  ProjectTraceRetentionPolicy: 'retention_policies',
  SandboxConfig: 'sandbox_configs',
  SavedView: 'saved_views',
  UserGroup: 'user_groups',
  Webhook: 'webhooks',
};

/** In JSON that is stored, PostgreSQL only refuses it when it is read. */
const LONE_SURROGATE = 'lone \ud800';
const OTHERS = [
  'nul \0',
  `'"\\;--`,
  '9'.repeat(40),
  'x'.repeat(5000),
  '(?<=a)[',
  '%_\\',
  '\u202e\u001b[31m',
  '😀'.repeat(300),
  '${{{{',
  '',
];
/** The keys of global IDs that are none. */
const KEYS = ['9'.repeat(40), '-1', '1.5', "1' --", 'nul \0'];

/** Values that fields with these scalars or names accept. */
const SAMPLES: Record<string, Json> = {
  Boolean: false,
  CronExpression: '0 0 * * 0',
  DateTime: '2024-03-01T10:00:00Z',
  Float: 1,
  Int: 1,
  JSON: {},
  TokenKind: 'PROMPT',
  color: '#00aa55',
  email: 'sample@example.com',
  password: 'correct horse battery staple',
  sourceCode: 'def evaluate(output):\n  return output == 1',
  text: 'sample',
  tokenType: 'input',
  url: 'https://sample.example',
  windowMinutes: 15,
};

/** Messages with which PostgreSQL refuses values. */
const OF_DATABASE =
  /invalid (byte sequence|input syntax)|Unicode|out of range for type|violates|value too long|index row|syntax error at or near/;

describe('texts in GraphQL', () => {
  let server: SecuredServer;
  /** The ID of something of each type. */
  const ids = new Map<string, string>();

  beforeAll(async () => {
    server = await startSecuredServer();
    const values = Object.values(await createWorld(server)).map(String);
    for (const id of values) ids.set(typeOf(id), id);
    await anAnnotationConfig(server, { type: 'CONTINUOUS' });
    await anAnnotationConfig(server, { type: 'FREEFORM' });
    // The second time, with the IDs of what the first has created.
    for (const _ of [1, 2]) {
      for (const creation of CREATIONS) {
        await send(writeOperation(creation, [], '', samplesFor(creation)));
      }
      for (const [type, from] of Object.entries(ROWS)) {
        const [row] = await server.sql<{ id: number | null }>(`SELECT max(id) AS id FROM ${from}`);
        if (row!.id !== null) ids.set(type, globalId(type, row!.id));
      }
    }
  });
  afterAll(() => server.stop());

  const send = async ({ query, variables }: SentOperation): Promise<GraphqlAnswer<Json>> => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        ...cookieOf(server.accounts.ADMIN),
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as GraphqlAnswer<Json>;
  };

  const samplesFor =
    ({ name: operation }: CalledField): Samples =>
    (scalar, name) =>
      scalar === 'ID' ? findId(ids, name, operation) : (SAMPLES[name] ?? SAMPLES[scalar]);

  let count = 0;
  /** Returns what is wrong with the answers to all texts in the arguments of a field. */
  const attack = async (called: CalledField): Promise<string[]> => {
    const samples = samplesFor(called);
    const parent = ROOT.test(called.type.name) ? undefined : ids.get(called.type.name)!;
    const wrong: string[] = [];
    for (const place of called.texts) {
      for (const text of chooseTexts(place, count++, samples)) {
        const { errors = [] } = await send(
          writeOperation(called, place.path, text, samples, parent),
        );
        if (errors.every(isClear) && errors.length <= 1) continue;
        wrong.push(`${place.path.join('.')} = ${JSON.stringify(text)}: ${JSON.stringify(errors)}`);
      }
    }
    return wrong;
  };

  it('stand beside the IDs of things that exist', () => {
    const types = [...Object.keys(ROWS), ...FIELDS.map(({ type }) => type.name)];
    expect(types.filter((type) => !ids.has(type))).toEqual([]);
  });

  it.each(OPERATIONS)('get a clear answer in $name', async (called) => {
    expect(await attack(called)).toEqual([]);
  });

  it.each(FIELDS)('get a clear answer in $name', async (called) => {
    expect(await attack(called)).toEqual([]);
  });

  it('leave the administrator signed in', async () => {
    const viewer = await send({ query: '{ viewer { role { name } } }', variables: {} });
    expect(viewer).toEqual({ data: { viewer: { role: { name: 'ADMIN' } } } });
  });
});

/** Whether an error is one that a client can understand, and not about our operation. */
function isClear({ message, extensions: { code } }: Required<GraphqlAnswer<Json>>['errors'][0]) {
  return (
    message.trim() !== '' &&
    !OF_DATABASE.test(message) &&
    !/^(INTERNAL_SERVER_ERROR|UNAUTHENTICATED|GRAPHQL_\w+)$/.test(code)
  );
}

/** Returns two hostile values for a new place, and one of them, in turn, for others. */
function chooseTexts({ path, scalar, isNew }: TextPlace, at: number, samples: Samples): Json[] {
  const turn = Math.floor(at / 2);
  const texts = [LONE_SURROGATE, OTHERS[turn % OTHERS.length]!];
  const values = texts.map((text, place): Json => {
    const isWhole = (at + place) % 2 === 0;
    if (scalar === 'JSON') return isWhole ? { key: [text] } : { [text]: 'value' };
    if (scalar !== 'ID' || place === 0) return text;
    return globalId(typeOf(samples(scalar, path.at(-1)!) as string), KEYS[turn % KEYS.length]!);
  });
  return isNew ? values : [values[at % 2]!];
}

/** Returns the type in a global ID. */
function typeOf(id: string): string {
  return Buffer.from(id, 'base64').toString().split(':')[0]!;
}

/** Finds an ID of the type that the name of a field ends with, or else of one in the name of the operation. */
function findId(ids: ReadonlyMap<string, string>, name: string, operation: string): string {
  const stem = name.replace(/Ids?$/i, '').toLowerCase();
  const rank = (type: string) => (operation.includes(type) ? 100 : 0) + type.length;
  const types = [...ids.keys()].toSorted((a, b) => rank(b) - rank(a));
  const isNamed = (type: string) => type.endsWith(stem) || stem.endsWith(type);
  const fits = (type: string) =>
    stem === '' || stem === 'node' ? operation.toLowerCase().includes(type) : isNamed(type);
  const type = types.find((one) => fits(one.toLowerCase()));
  return ids.get(type ?? '') ?? globalId('Nothing', 1);
}
