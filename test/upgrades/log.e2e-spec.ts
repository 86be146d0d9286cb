import type { MigrationInterface, QueryRunner } from 'typeorm';
import { pino } from 'pino';
import { MIGRATIONS } from '../support/built.js';
import { createTestDatabase } from '../support/database.js';
import { upgrade } from './states.js';

class Fast1764799999001 implements MigrationInterface {
  async up(): Promise<void> {}
  async down(): Promise<void> {}
}

class Slow1764799999002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(1.1)');
  }
  async down(): Promise<void> {}
}

describe('the log of an upgrade', () => {
  it('has a line about all migrations, and one about each that takes more than a second', async () => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const database = await createTestDatabase();
    try {
      const migrations = [...MIGRATIONS, Fast1764799999001, Slow1764799999002];
      await upgrade(database, migrations, {}, pino({ level: 'info', base: null }, { write }));
    } finally {
      await database.drop();
    }
    const told = { level: 30, time: expect.any(Number) };
    const ms = expect.any(Number);
    expect(lines).toEqual([
      { ...told, msg: 'the database needs 2 migrations: upgrading it' },
      { ...told, msg: 'migration applied', migration: 'Slow1764799999002', ms },
      {
        ...told,
        msg: expect.stringMatching(/^the database has been upgraded: 2 migrations in \d+\.\d s$/),
        migrations: [
          { name: 'Fast1764799999001', ms },
          { name: 'Slow1764799999002', ms },
        ],
      },
    ]);
  });
});
