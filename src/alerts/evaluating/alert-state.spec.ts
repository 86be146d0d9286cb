import type { AlertGroup } from '../alert-rule.entity.js';
import { isBeyond } from '../is-beyond.js';
import { advance, advanceGroups, type AlertProgress, toRuleProgress } from './alert-state.js';

const QUIET = 10;
const WINDOW = 5;
const START = Date.parse('2026-03-01T10:00:00Z');

const NEW: AlertProgress = {
  state: 'OK',
  stateSince: new Date(START).toISOString(),
  insideSince: null,
  lastMessageAt: null,
};

/** Evaluates once a minute, and returns the minutes and states of all messages. */
function run(values: readonly (boolean | null)[]): [minute: number, state: string][] {
  let progress = NEW;
  return values.flatMap((beyond, minute): [number, string][] => {
    const next = advance(progress, beyond, QUIET, new Date(START + minute * 60_000));
    ({ progress } = next);
    return next.hasChanged ? [[minute, progress.state]] : [];
  });
}

const minutes = (count: number, beyond: boolean | null) =>
  Array.from({ length: count }, () => beyond);

describe('a rule', () => {
  it('fires on the side of the threshold that it names, not at the threshold', () => {
    const above = { comparison: 'ABOVE', threshold: 5 } as const;
    const below = { comparison: 'BELOW', threshold: 5 } as const;
    expect([4, 5, 6].map((value) => isBeyond(above, value))).toEqual([false, false, true]);
    expect([4, 5, 6].map((value) => isBeyond(below, value))).toEqual([true, false, false]);
  });

  it('fires at once, and resolves when the value was inside for the quiet time', () => {
    expect(run([...minutes(3, false), ...minutes(5, true), ...minutes(15, false)])).toEqual([
      [3, 'FIRING'],
      [18, 'OK'],
    ]);
  });

  it('starts to count again if the value is beyond the threshold again', () => {
    const values = [true, ...minutes(8, false), true, ...minutes(12, false)];
    expect(run(values)).toEqual([
      [0, 'FIRING'],
      [20, 'OK'],
    ]);
  });

  it('sends at most one message in the quiet time while its value flaps', () => {
    const flapping = Array.from({ length: 600 }, (_, minute) => minute % 2 === 0);
    expect(run(flapping)).toEqual([[0, 'FIRING']]);
    const slowly = Array.from({ length: 600 }, (_, minute) => Math.floor(minute / 11) % 2 === 0);
    const messages = run(slowly);
    const gaps = messages.slice(1).map(([minute], at) => minute - messages[at]![0]);
    expect(messages.length).toBeGreaterThan(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(QUIET);
  });

  it('keeps its state while there is nothing to measure', () => {
    expect(run([true, ...minutes(60, null), false])).toEqual([[0, 'FIRING']]);
    expect(run([...minutes(60, null)])).toEqual([]);
  });
});

describe('the groups of a rule', () => {
  /** Evaluates once a minute, and returns who begins to fire (+) and resolves (-) in each minute. */
  function runGroups(
    minutes: readonly Record<string, number>[],
    hasMore = false,
    changed: Partial<Parameters<typeof advanceGroups>[0]> = {},
  ) {
    let groups: readonly AlertGroup[] = [];
    const news = minutes.map((values, minute) => {
      const measured = Object.entries(values).map(([key, value]) => ({ key, value }));
      const changes = advanceGroups(
        {
          measure: 'COUNT',
          comparison: 'ABOVE',
          threshold: 10,
          windowMinutes: WINDOW,
          quietMinutes: QUIET,
          ...changed,
          groups,
        },
        { value: null, groups: measured, hasMore },
        new Date(START + minute * 60_000),
      );
      ({ groups } = changes);
      const names = (list: AlertGroup[], sign: string) => list.map(({ key }) => sign + key);
      return [...names(changes.fired, '+'), ...names(changes.resolved, '-')].join(' ');
    });
    return { news, groups };
  }
  const repeat = (count: number, values: Record<string, number>) =>
    Array.from({ length: count }, () => values);

  it('fire and resolve each by itself', () => {
    const { news } = runGroups([
      { ada: 11, ben: 5 },
      { ada: 12, ben: 20 },
      ...repeat(12, { ada: 3, ben: 20 }),
      ...repeat(12, { ada: 3, ben: 1 }),
    ]);
    expect(news.flatMap((text, minute) => (text ? [[minute, text]] : []))).toEqual([
      [0, '+ada'],
      [1, '+ben'],
      [12, '-ada'],
      [24, '-ben'],
    ]);
  });

  it('resolve if they no longer appear', () => {
    const { news, groups } = runGroups([{ ada: 11 }, ...repeat(24, {})]);
    expect(news.filter(Boolean)).toEqual(['+ada', '-ada']);
    expect(groups).toEqual([]);
  });

  it('keep their state if they may only be missing because too many others are beyond', () => {
    const { news, groups } = runGroups(
      [{ ada: 11 }, ...repeat(WINDOW + QUIET + 1, { ben: 20 })],
      true,
    );
    expect(news.filter(Boolean)).toEqual(['+ada', '+ben']);
    expect(groups.map(({ key, state }) => [key, state])).toEqual([
      ['ben', 'FIRING'],
      ['ada', 'FIRING'],
    ]);
  });

  it('are forgotten without a message if they stay away for the window and the quiet time', () => {
    const away = repeat(WINDOW + QUIET + 2, { ben: 20 });
    const { news, groups } = runGroups([{ ada: 11 }, ...away], true);
    expect(news.filter(Boolean)).toEqual(['+ada', '+ben']);
    expect(groups.map(({ key }) => key)).toEqual(['ben']);
    const returned = runGroups(
      [{ ada: 11 }, ...away.slice(2), { ada: 11 }, ...away.slice(2)],
      true,
    );
    expect(returned.groups.map(({ key }) => key)).toEqual(['ben', 'ada']);
  });

  it('resolve even if the rule was not evaluated for a long time', () => {
    const away = new Date(START).toISOString();
    const ada = { key: 'ada', value: null, ...NEW, state: 'FIRING', missingSince: away } as const;
    const rule = {
      measure: 'COUNT',
      comparison: 'ABOVE',
      threshold: 10,
      windowMinutes: WINDOW,
      quietMinutes: QUIET,
      groups: [{ ...ada, insideSince: away, lastMessageAt: away }],
    } as const;
    const { resolved } = advanceGroups(rule, { value: null }, new Date(START + 3_600_000));
    expect(resolved).toMatchObject([{ key: 'ada', state: 'OK' }]);
  });

  it('are remembered up to a limit, those that were measured last', () => {
    const crowd = (minute: number) =>
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`s${minute}-${at}`, 20]));
    const { groups } = runGroups(
      Array.from({ length: 9 }, (_, minute) => crowd(minute)),
      true,
    );
    expect(groups).toHaveLength(200);
    expect(new Set(groups.map(({ key }) => key.split('-')[0]))).toEqual(
      new Set(['s8', 's7', 's6', 's5']),
    );
  });

  it('count as 0 if they disappear, for a measure that adds up and a rule that fires below', () => {
    const below = { comparison: 'BELOW' } as const;
    const falling = [{ gpt: 5, llama: 50 }, ...repeat(WINDOW + QUIET, { llama: 50 })];
    const fallen = runGroups(falling, false, below);
    expect(fallen.news.filter(Boolean)).toEqual(['+gpt']);
    expect(fallen.groups).toMatchObject([{ key: 'gpt', state: 'FIRING', value: 0 }]);
    const risen = runGroups([...falling, ...repeat(11, { gpt: 50, llama: 50 })], false, below);
    expect(risen.news.filter(Boolean)).toEqual(['+gpt', '-gpt']);
    const gone = runGroups([...falling, ...repeat(2, { llama: 50 })], false, below);
    expect(gone.news.filter(Boolean)).toEqual(['+gpt']);
    expect(gone.groups).toEqual([]);
  });

  it('resolve below the threshold if they have no value, or may be beyond the measured ones', () => {
    const falling = [{ gpt: 5, llama: 50 }, ...repeat(12, { llama: 50 })];
    const scores = runGroups(falling, false, { comparison: 'BELOW', measure: 'SCORE' });
    expect(scores.news.filter(Boolean)).toEqual(['+gpt', '-gpt']);
    const many = runGroups(falling, true, { comparison: 'BELOW' });
    expect(many.news.filter(Boolean)).toEqual(['+gpt', '-gpt']);
  });

  it('are remembered only while they fire or are quiet', () => {
    const { groups } = runGroups([{ ada: 11, ben: 1 }]);
    expect(groups).toMatchObject([{ key: 'ada', state: 'FIRING', value: 11 }]);
  });

  it('let the rule fire while any of them does', () => {
    const { groups } = runGroups([{ ada: 11 }]);
    const now = new Date(START + 60_000);
    const firing = toRuleProgress(NEW, groups, now);
    expect(firing).toMatchObject({ state: 'FIRING', stateSince: now.toISOString() });
    expect(toRuleProgress(firing, groups, new Date(START + 120_000))).toEqual(firing);
    expect(toRuleProgress(firing, [], now)).toMatchObject({ state: 'OK' });
  });
});
