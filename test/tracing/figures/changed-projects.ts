import pg from 'pg';
import type { TestServer } from '../../support/server.js';
import { type Range, readBoth } from './rolled-figures.js';

const QUARTER_MS = 900_000;
const DAY_MS = 96 * QUARTER_MS;
/** Four days, so that there are whole days in the middle. */
const FIRST = Date.UTC(2026, 0, 1);
const DAYS = 4;
const PROJECTS = ['alpha', 'beta', 'empty'];
const TRACES = 40;

/** Always the same numbers, so that failures can be repeated. */
export function makeRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: <T>(among: readonly T[]): T => among[below(among.length)]! };
}
type Random = ReturnType<typeof makeRandom>;

/** A time in microseconds precision, often at the edge of a quarter or a day. */
function makeTime(random: Random): string {
  const unit = random.pick([DAY_MS, QUARTER_MS, QUARTER_MS, 1]);
  const ms = FIRST + Math.floor((random.next() * DAYS * DAY_MS) / unit) * unit;
  const micros = random.pick(['000', '000', '001', '999']);
  return new Date(ms).toISOString().replace('Z', `${micros}+00:00`);
}

function makeRange(random: Random): Range {
  const bound = (): string | null => (random.below(4) === 0 ? null : makeTime(random));
  return { start: bound(), end: bound() };
}

function makeBins(random: Random): Date[] {
  const length = random.pick([QUARTER_MS * 2, QUARTER_MS * 4, DAY_MS]);
  const first = FIRST - DAY_MS;
  return Array.from(
    { length: ((DAYS + 2) * DAY_MS) / length },
    (_, index) => new Date(first + index * length),
  );
}

/** A span of a random trace, which may begin earlier than those before, and end before it begins. */
function makeSpan(random: Random, number: number) {
  const trace = random.below(TRACES);
  const start = new Date(makeTime(random)).getTime() + random.pick([0, 0, 1]);
  const end = start + random.pick([-5_000, 0, 1, 20, 300, 4_000, 4_050, DAY_MS]);
  return {
    name: 'step',
    context: { trace_id: `trace ${trace}`, span_id: `span ${number}` },
    span_kind: random.below(3) === 0 ? 'LLM' : 'CHAIN',
    start_time: new Date(start).toISOString(),
    end_time: new Date(end).toISOString(),
    status_code: random.pick(['OK', 'ERROR', 'UNSET']),
    attributes: {
      'session.id': `session ${trace % 7}`,
      'llm.model_name': random.pick(['gpt-4o-mini', 'gpt-4o', 'unknown']),
      'llm.token_count.prompt': random.below(1000),
      'llm.token_count.completion': random.below(100),
      [`llm.token_count.prompt_details.${random.pick(['cache_read', 'audio'])}`]: random.below(500),
    },
  };
}

/** Projects whose traces change at random. */
export interface ChangedProjects {
  client: pg.Client;
  /** Row IDs. */
  projectIds: number[];
  /** Sends spans to one of the projects. */
  send(random: Random, count: number): PromiseLike<unknown>;
  /** Sends, transfers or deletes something. */
  change(random: Random): Promise<void>;
  /** Compares figures of one snapshot for random ranges. */
  compare(random: Random, rounds: number): Promise<void>;
  stop(): Promise<void>;
}

export async function createChangedProjects(server: TestServer): Promise<ChangedProjects> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  for (const name of PROJECTS) await server.request.post('/v1/projects').send({ name });
  const ids = await server.sql<{ id: number }>(
    'SELECT id FROM projects WHERE name = ANY($1) ORDER BY id',
    [PROJECTS],
  );
  const projectIds = ids.map(({ id }) => id);
  let spanCount = 0;

  async function compare(random: Random, rounds: number): Promise<void> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    try {
      // Each worker of a cluster has a snapshot of its own, from its first statement on.
      await client.query('SELECT count(*) FROM traces');
      for (let round = 0; round < rounds; round++) {
        const range = round === 0 ? { start: null, end: null } : makeRange(random);
        const { rolled, expected } = await readBoth(client, projectIds, range, makeBins(random));
        expect({ range, figures: rolled }).toEqual({ range, figures: expected });
      }
    } finally {
      // Otherwise, the next tests would wait for it.
      await client.query('ROLLBACK');
    }
  }

  const send = (random: Random, count: number) =>
    server.request.post(`/v1/projects/${random.pick(['alpha', 'beta'])}/spans`).send({
      data: Array.from({ length: count }, () => makeSpan(random, spanCount++)),
    });

  const readTraceId = async (random: Random): Promise<string> => {
    const rows = await server.sql<{ id: string }>('SELECT trace_id AS id FROM traces ORDER BY id');
    return rows.length === 0 ? 'none' : random.pick(rows).id;
  };

  const transfer = async (random: Random) =>
    server.request.post('/v1/traces/transfer').send({
      trace_identifiers: [await readTraceId(random)],
      destination_project_identifier: random.pick(['alpha', 'beta']),
    });

  const remove = (path: string) => server.request.delete(encodeURI(path));

  const changes = [
    (random: Random) => send(random, 1 + random.below(30)),
    (random: Random) => send(random, 1 + random.below(3)),
    transfer,
    (random: Random) => remove(`/v1/spans/span ${random.below(spanCount)}`),
    (random: Random) => remove(`/v1/traces/trace ${random.below(TRACES)}`),
  ];

  return {
    client,
    projectIds,
    send,
    change: async (random) => void (await random.pick(changes)(random)),
    compare,
    stop: () => client.end(),
  };
}
