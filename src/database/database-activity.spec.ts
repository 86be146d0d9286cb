import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { DatabaseActivity } from './database-activity.js';

const { jest } = import.meta;

describe('the rest of a background loop', () => {
  let pool: EventEmitter;
  let activity: DatabaseActivity;
  let stopping: AbortController;

  beforeEach(() => {
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

  /** Starts a rest, and says whether it is over. */
  function rest(): { isOver: boolean } {
    const state = { isOver: false };
    void activity.rest(stopping.signal).then(() => (state.isOver = true));
    return state;
  }

  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('is short while requests use the database', async () => {
    pool.emit('release');
    const state = rest();
    await wait(1_000);
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
