import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { DatabaseActivity } from './database-activity.js';

const { jest } = import.meta;

describe('the rest of a background loop', () => {
  let pool: EventEmitter;
  let activity: DatabaseActivity;
  let stopping: AbortController;
  /** The conditions that are true, and the statements that asked for some. */
  let work: string[];
  let statements: string[];

  beforeEach(() => {
    [work, statements] = [[], []];
    pool = new EventEmitter();
    const dataSource = { isInitialized: true, driver: { master: pool } } as unknown as DataSource;
    activity = new DatabaseActivity(dataSource);
    activity.onApplicationBootstrap();
    stopping = new AbortController();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    stopping.abort();
  });

  /** Makes the last query ten seconds old. */
  function becomeQuiet(): void {
    const now = performance.now() + 10_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  }

  /** Answers looks for work, as long as conditions contain no commas. */
  async function query(text: string) {
    statements.push(text);
    const [, list = ''] = /SELECT ARRAY\[(.*)\] AS "areTrue"$/.exec(text)!;
    const areTrue = list.split(', ').map((one) => work.includes(one.slice(1, -1)));
    return [{ rows: [] }, { rows: [{ areTrue }] }];
  }

  /** Starts a rest, and says whether it is over. */
  function rest(due = 'something is due', answer: unknown = query): { isOver: boolean } {
    const state = { isOver: false };
    const pool = { query: answer } as pg.Pool;
    void activity.rest({ due, pool, signal: stopping.signal }).then(() => (state.isOver = true));
    return state;
  }

  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('is short while requests use the database, and there is work', async () => {
    work = ['something is due'];
    pool.emit('release');
    const state = rest();
    await wait(1_000);
    expect(state.isOver).toBe(true);
  });

  it('goes on while there is no work, and all loops look for it with one statement', async () => {
    pool.emit('release');
    const [first, second] = [rest('a'), rest('b')];
    await wait(700);
    expect([first.isOver, second.isOver]).toEqual([false, false]);
    work = ['b'];
    await wait(500);
    expect([first.isOver, second.isOver]).toEqual([false, true]);
    expect(statements).toHaveLength(2);
    for (const text of statements) expect(text).toContain('SELECT ARRAY[(a), (b)] AS "areTrue"');
  });

  it('ends after five seconds, even if the look for work does not', async () => {
    const [waiting, other] = [rest('a', () => new Promise(() => undefined)), rest('b')];
    await wait(4_500);
    expect([waiting.isOver, other.isOver]).toEqual([false, false]);
    await wait(700);
    expect([waiting.isOver, other.isOver]).toEqual([true, true]);
  });

  it('ends if the look for work fails', async () => {
    pool.emit('release');
    const state = rest('a', () => Promise.reject(new Error('Connection terminated')));
    await wait(700);
    expect(state.isOver).toBe(true);
  });

  it('goes on until a request uses the database', async () => {
    becomeQuiet();
    const state = rest();
    await wait(1_000);
    expect(state.isOver).toBe(false);
    pool.emit('release');
    await wait(10);
    expect(state.isOver).toBe(true);
  });

  it('goes on after queries that a server repeats even if nobody uses it', async () => {
    becomeQuiet();
    const state = rest();
    await wait(1_000);
    await activity.doUnnoticed(async () => {
      await Promise.resolve();
      pool.emit('release');
    });
    await wait(10);
    expect(state.isOver).toBe(false);
  });

  it('ends with a query over any pool that is watched', async () => {
    const other = new EventEmitter();
    activity.watch(other as unknown as pg.Pool);
    becomeQuiet();
    const state = rest();
    await wait(1_000);
    other.emit('release');
    await wait(10);
    expect(state.isOver).toBe(true);
  });

  it('ends when the server stops', async () => {
    becomeQuiet();
    const state = rest();
    await wait(700);
    stopping.abort();
    await wait(10);
    expect(state.isOver).toBe(true);
  });
});
