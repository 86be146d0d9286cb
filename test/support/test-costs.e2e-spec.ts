import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compareWithBudget, type Cost, readCosts } from '../../scripts/test-costs.mjs';

const BUDGET = { speed: 0.4, groups: { e2e: 100 }, files: { 'test/mail/mail.e2e-spec.ts': 10 } };

/** A file that has cost some CPU seconds, half of them in PostgreSQL. */
const aCost = (path: string, seconds: number): Cost => ({
  path: path && resolve(path),
  seconds: { worker: seconds / 2, postgres: seconds / 2 },
  counts: {},
});

const groupOf = (path: string) => (path.includes('slapd') ? 'slapd' : 'e2e');

/** Compares a run with these costs, on a machine with `/proc` that is `factor` times as slow, and so busy. */
const compare = (costs: Cost[], factor = 1, load = 2) =>
  compareWithBudget(BUDGET, costs, groupOf, { speed: BUDGET.speed * factor, load }, true);

const mail = (seconds: number) => aCost('test/mail/mail.e2e-spec.ts', seconds);
const others = (seconds: number) => aCost('test/users/users.e2e-spec.ts', seconds);

describe('the budget of tests', () => {
  it('says nothing about a group that costs little more', () => {
    const { isWithin, text } = compare([mail(20), others(94)]);
    expect({ isWithin, warns: text.includes('tests cost') }).toEqual({
      isWithin: true,
      warns: false,
    });
  });

  it('warns if a group costs 15 percent more, and names the files that have grown', () => {
    const { isWithin, text } = compare([others(2), mail(114)]);
    expect(isWithin).toBe(true);
    expect(text).toContain(
      'Warning: e2e tests cost 16 % more than their budget.\n' +
        '  test/mail/mail.e2e-spec.ts: 10.0 s → 114.0 s\n',
    );
    expect(text).not.toContain('users.e2e-spec');
  });

  it('fails if a group costs 40 percent more', () => {
    const { isWithin, text } = compare([mail(10), others(131)]);
    expect(isWithin).toBe(false);
    expect(text).toContain('Failed: e2e tests cost 41 % more than their budget.\n');
  });

  it('only warns if a small group costs some seconds more', () => {
    const small = { ...BUDGET, groups: { e2e: 10 } };
    const machine = { speed: BUDGET.speed, load: 2 };
    const { isWithin, text } = compareWithBudget(small, [others(20)], groupOf, machine, true);
    expect(isWithin).toBe(true);
    expect(text).toContain('Warning: e2e tests cost 100 % more than their budget.\n');
  });

  it('allows more on a slower machine', () => {
    expect(compare([others(141)], 1.4)).toEqual({
      isWithin: true,
      text: '\nThis machine was 1.40 times as slow as that of the budget.\n',
    });
  });

  it('allows as much on a faster machine, and no more', () => {
    expect(compare([others(100)], 0.5)).toEqual({
      isWithin: true,
      text: '\nThis machine was 0.50 times as slow as that of the budget.\n',
    });
    expect(compare([others(141)], 0.5).isWithin).toBe(false);
  });

  it('only warns on a machine that is too different', () => {
    const { isWithin, text } = compare([others(300)], 2);
    expect(isWithin).toBe(true);
    expect(text).toContain('2.00 times as slow as that of the budget, so the budget only warns.');
    expect(text).toContain('Warning: e2e tests cost 50 % more than their budget.');
  });

  it('only warns on a machine that is busy with other work', () => {
    const { isWithin, text } = compare([others(150)], 1, 3.5);
    expect(isWithin).toBe(true);
    expect(text).toContain(
      '1.00 times as slow as that of the budget and busy (3.5 processes for each core), so the budget only warns.',
    );
    expect(text).toContain('Warning: e2e tests cost 50 % more than their budget.');
  });

  it('says which groups have none', () => {
    const { isWithin, text } = compare([others(100), aCost('test/auth/ldap.slapd-spec.ts', 1000)]);
    expect(isWithin).toBe(true);
    expect(text).toContain('slapd tests have no budget. `npm test -- --write-budget` adds one.\n');
  });

  it.each([
    ['0 seconds', [others(0)]],
    ['no file', []],
  ])('fails if a group that has one was measured with %s', (_, costs) => {
    const { isWithin, text } = compare(costs);
    expect(isWithin).toBe(false);
    expect(text).toContain('Failed: nothing was measured of the e2e tests.\n');
  });

  it.each([Number.NaN, 0])('fails if the speed of the machine is %p', (factor) => {
    expect(compare([others(100)], factor)).toEqual({
      isWithin: false,
      text: '\nFailed: the speed of this machine was not measured.\n',
    });
  });

  it('says that nothing is measured where there is no /proc', () => {
    expect(compareWithBudget(BUDGET, [], groupOf, { speed: BUDGET.speed, load: 1 }, false)).toEqual(
      {
        isWithin: true,
        text: '\nCosts are not measured here, because there is no /proc.\n',
      },
    );
  });
});

describe('the costs of test files', () => {
  it('are what their worker spent from their start on', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'spandrel-costs-'));
    const records = join(directory, 'runs.ndjson');
    const rows = [
      { path: '/a', worker: 1, startedAt: 1000, counts: { 'new server': 1 } },
      { path: '/b', worker: 1, startedAt: 2000, counts: {} },
      { path: '/c', worker: 2, startedAt: 1500, counts: {} },
    ];
    await writeFile(records, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const costs = await readCosts(records, [
      { at: 1500, worker: 1, kind: 'worker', seconds: 0.25 },
      { at: 1600, worker: 1, kind: 'worker', seconds: 0.5 },
      { at: 1600, worker: 1, kind: 'postgres', seconds: 2 },
      { at: 2500, worker: 1, kind: 'browser', seconds: 3 },
      { at: 1200, worker: 2, kind: 'worker', seconds: 4 },
      { at: 1700, worker: 0, kind: 'postgres', seconds: 5 },
    ]);
    await rm(directory, { recursive: true });
    const secondsOf = (path: string) => costs.find((cost) => cost.path === path)?.seconds;
    expect(secondsOf('/a')).toEqual({ worker: 0.75, postgres: 2 });
    expect(secondsOf('/b')).toEqual({ browser: 3 });
    expect(secondsOf('/c')).toEqual({});
    // Before the first file of a worker, and in processes that serve all of them.
    expect(secondsOf('')).toEqual({ worker: 4, postgres: 5 });
  });
});
