import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/** Policies that limit sizes, and that remove texts (docs/adr/0064-text-and-size-limits.md). */
export class TextAndSizeRetention1764701911000 implements MigrationInterface {
  // An index is built while others write.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...TEXT_FUNCTIONS]) await runner.query(statement);
    await createIndexConcurrently(
      runner,
      'traces_project_with_text',
      'traces (project_id, start_time, id) WHERE text_removed_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS traces_project_with_text');
    await runner.query('DROP FUNCTION IF EXISTS spandrel_without_text(jsonb)');
    await runner.query('DROP FUNCTION IF EXISTS spandrel_without_details(json)');
    for (const column of [
      'spans DROP COLUMN IF EXISTS text_removed_at',
      'traces DROP COLUMN IF EXISTS text_removed_at',
      'retention_runs DROP COLUMN IF EXISTS cleared_traces',
      'retention_policies DROP COLUMN IF EXISTS max_text_days',
      'retention_policies DROP COLUMN IF EXISTS max_bytes',
    ]) {
      await runner.query(`ALTER TABLE ${column}`);
    }
  }
}

const COLUMNS = [
  'retention_policies ADD COLUMN IF NOT EXISTS max_bytes bigint',
  'retention_policies ADD COLUMN IF NOT EXISTS max_text_days double precision',
  'retention_runs ADD COLUMN IF NOT EXISTS cleared_traces bigint NOT NULL DEFAULT 0',
  'traces ADD COLUMN IF NOT EXISTS text_removed_at timestamptz',
  'spans ADD COLUMN IF NOT EXISTS text_removed_at timestamptz',
].map((column) => `ALTER TABLE ${column}`);

/**
 * Short attributes with what people and models wrote: those of OpenInference, of the GenAI conventions
 * of OpenTelemetry, and of the Vercel AI SDK. Everything longer is in the payload.
 */
const TEXT_ATTRIBUTES = [
  'input\\.(value|images)',
  'output\\.(value|images)',
  'llm\\.(input_messages|output_messages|prompts|choices|function_call|tools)',
  'llm\\.prompt_template\\.(template|variables)',
  'embedding\\.(text|embeddings)',
  'reranker\\.(query|input_documents|output_documents)',
  'retrieval\\.documents',
  'document\\.content',
  'tool\\.parameters',
  'tool_call\\.function\\.arguments',
  'message',
  'gen_ai\\.(prompt|completion|system_instructions)',
  'gen_ai\\.(input|output)\\.messages',
  'gen_ai\\.tool\\.call\\.(arguments|result)',
  'gen_ai\\.retrieval\\.(query|documents)',
  'ai\\.(prompt|toolCall\\.(args|result)|response\\.(text|object|toolCalls))',
];

/**
 * Statements that remove texts. They are functions, because Citus refuses subqueries in an UPDATE of
 * distributed rows.
 */
export const TEXT_FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION spandrel_without_text(hot jsonb) RETURNS jsonb
   LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN
     RETURN hot - ARRAY(SELECT key FROM jsonb_object_keys(hot) AS key
                         WHERE key ~ '^(${TEXT_ATTRIBUTES.join('|')})(\\.|$)');
   END $$`,
  // The figures of failures need the types of exceptions.
  `CREATE OR REPLACE FUNCTION spandrel_without_details(events json) RETURNS json
   LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
     SELECT json_agg(json_build_object('name', event -> 'name', 'timestamp', event -> 'timestamp',
              'attributes', json_strip_nulls(json_build_object(
                'exception.type', event -> 'attributes' -> 'exception.type'))))
       FROM json_array_elements(CASE json_typeof(events) WHEN 'array' THEN events END) event $$`,
];
