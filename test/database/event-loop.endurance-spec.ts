import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SpeedProbe } from '../../scripts/machine-speed.mjs';
import { ruleOperations } from '../evaluation-rules/rule-operations.js';
import { anOtlpSpan, type OtlpSpan, postTraces, protobufRequest } from '../ingest/otlp.js';
import { aPolicy, runNow } from '../retention/retention-operations.js';
import type { BackgroundLoop } from '../../src/database/background-loop.js';
import { listLoops, parkLoops } from '../support/background-loops.js';
import { aProject } from '../support/factories/project.js';
import { globalId } from '../support/global-id.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

/**
 * The most that background work may take of the main thread at a time, in milliseconds of a quick processor.
 */
const MAX_TURN_MS = 50;

/** Spans of a request, so that none is too large. */
const AT_ONCE = 40;

/** On a busy machine. */
const MAX_TEST_MS = 300_000;

/** More than a loop has work for. */
const MAX_STEPS = 500;

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

const said = (text: string): Partial<OtlpSpan> => ({
  attributes: {
    'openinference.span.kind': 'LLM',
    'llm.model_name': 'gpt-4o',
    'llm.token_count.prompt': 10,
    'llm.token_count.completion': 20,
    'input.value': 'question',
    'output.value': text,
  },
});

const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
const words = (count: number) =>
  randomBytes(count * 4)
    .toString('hex')
    .replaceAll(/.{8}/g, '$& ');
const messages = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `llm.input_messages.${index}.message.content`,
      `turn ${index} ${words(50)}`,
    ]),
  );

/** Spans with which somebody could keep the loops of all others from running. */
const HOSTILE: [string, () => Partial<OtlpSpan>[]][] = [
  ['images', () => times(16, () => said(`data:image/png;base64,${base64(500_000)}`))],
  ['base64 alone', () => times(16, () => said(base64(500_000)))],
  ['base64 in lines', () => times(16, () => said(base64(500_000).replaceAll(/.{76}/g, '$&\n')))],
  ['tokens', () => times(16, () => said(`${base64(99)}.${base64(500_000)}.${base64(99)}`))],
  [
    'minified code',
    () => times(32, () => said('a=function(b){return b[c]?d(e,f):g};'.repeat(20_000))),
  ],
  ['different words', () => times(16, () => said(words(80_000)))],
  ['white space', () => times(16, () => said(' \n'.repeat(350_000)))],
  ['JSON in a text', () => times(16, () => said(JSON.stringify(messages(1_200))))],
  ['many messages', () => times(8, () => ({ attributes: messages(2_000) }))],
  [
    'many attributes',
    () =>
      times(4, () => ({
        attributes: Object.fromEntries(times(20_000, () => [`key ${base64(6)}`, 1])),
      })),
  ],
  ['the largest span that is evaluated', () => times(4, () => said(words(440_000)))],
  [
    'a large trace',
    () => {
      const traceId = randomBytes(16).toString('hex');
      return times(2_000, () => ({ traceId, name: words(10), ...said(words(100)) }));
    },
  ],
];

setFlagsFromString('--expose-gc');
/** Collects the garbage of a test, so that it is not collected in the turns of a loop. */
const collectGarbage = runInNewContext('gc') as () => void;

/** Measures the longest turn of the event loop, in milliseconds of this thread's processor time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = usedMs();
  let isOver = false;
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  return longest;
}

/** How many times as slow this machine is as that of the budget, which is a quick one. */
async function measureSlowness(): Promise<number> {
  const budget = await readFile(new URL('../budget.json', import.meta.url), 'utf8');
  const { speed } = await new SpeedProbe().stop();
  return Math.max(1, speed / (JSON.parse(budget) as { speed: number }).speed);
}

/** Other processes and threads do not count. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

describe('background work on hostile spans', () => {
  let server: TestServer;
  let leave: (() => void) | undefined;
  const rules = ruleOperations((query, variables) => server.gql(query, variables));

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    leave = parkLoops(server.app);
  });
  afterEach(() => leave?.());
  afterAll(() => server.stop());

  const send = async (spans: Partial<OtlpSpan>[]) => {
    for (const part of inParts(spans.map(anOtlpSpan), AT_ONCE)) {
      const body = protobufRequest(part, { project: 'hostile' });
      expect((await postTraces(server.url, body)).status).toBe(200);
    }
  };

  /** Takes all steps of a loop that find work. */
  const work = async (loop: BackgroundLoop) => {
    const unparked = Object.getPrototypeOf(loop) as BackgroundLoop;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (typeof (await unparked.runStep.call(loop)) !== 'number') return;
    }
  };

  const download = async (format: string) => {
    const response = await fetch(`${server.url}/v1/projects/hostile/spans/export?format=${format}`);
    expect(response.status).toBe(200);
    for await (const _ of response.body!);
  };

  it.each(HOSTILE)(
    'never holds the event loop for long: %s',
    async (_, spans) => {
      const { id } = await aProject(server, { name: 'hostile' });
      await rules.aRule(id, { condition: `'secret' not in output.value` });
      await send(spans());
      await server.sql(`UPDATE unindexed_spans SET changed_at = now() - interval '1 minute'`);
      const policy = await aPolicy(server, {
        name: `a week of ${id}`,
        addProjects: [globalId('Project', id)],
      });
      const turns: [string, number][] = [];
      const measure = async (name: string, run: () => Promise<unknown>) => {
        collectGarbage();
        turns.push([name, await longestTurn(run)]);
      };
      const loops = [...listLoops(server.app)];
      // Some find what others have left.
      for (const [name, loop] of [...loops, ...loops]) await measure(name, () => work(loop));
      for (const format of ['otlp', 'parquet']) await measure(format, () => download(format));
      await measure('retention', () => runNow(server, policy));
      expect(await server.sql('SELECT 1 FROM traces WHERE project_id = $1', [id])).toEqual([]);
      const longest = MAX_TURN_MS * (await measureSlowness());
      expect(turns.filter(([, ms]) => ms > longest)).toEqual([]);
    },
    MAX_TEST_MS,
  );
});

function* inParts<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
