import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which calls of models count (docs/adr/0100-each-call-counts-once.md), costs that senders state, and the time
 * to the first token. What is stored keeps its numbers until its costs are recalculated.
 */
export class CountedCalls1764702120000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(ADDED)) {
      const added = columns.map(([name, type]) => `ADD COLUMN IF NOT EXISTS ${name} ${type}`);
      await runner.query(`ALTER TABLE ${table} ${added.join(', ')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(ADDED)) {
      const dropped = columns.map(([name]) => `DROP COLUMN IF EXISTS ${name}`);
      await runner.query(`ALTER TABLE ${table} ${dropped.join(', ')}`);
    }
  }
}

const ADDED = {
  spans: [
    ['counted_in', 'text COLLATE "C"'],
    ['time_to_first_token_ms', 'double precision'],
  ],
  span_costs: [['is_stated', 'boolean NOT NULL DEFAULT false']],
  projects: [['prefers_sent_costs', 'boolean NOT NULL DEFAULT false']],
} as const;
