import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reads one payload from a pack (`src/spans/payload-pack.ts`). Where the extension is, is not known,
 * because somebody else may have created it. Without it, no packs are written.
 */
export const PAYLOAD_FUNCTIONS = [
  `DO $$
   DECLARE
     place text;
   BEGIN
     BEGIN
       CREATE EXTENSION IF NOT EXISTS pgcrypto;
     EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported
                 OR invalid_parameter_value THEN
       NULL;
     END;
     SELECT quote_ident(n.nspname) || '.' INTO place
       FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'pgcrypto';
     EXECUTE format(
       $create$ CREATE OR REPLACE FUNCTION spandrel_unpack(bytes bytea, start int, length int) RETURNS json
         LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $body$
         BEGIN
           RETURN convert_from(
             substr(%1$s pgp_sym_decrypt_bytea(bytes, 'spandrel'), start + 1, length), 'UTF8')::json;
         END $body$ $create$,
       coalesce(place, ''));
   END $$`,
];

const STATEMENTS = [
  `CREATE TABLE span_payloads (
     trace_id text COLLATE "C" NOT NULL,
     id bigint NOT NULL,
     bytes bytea NOT NULL,
     CONSTRAINT span_payloads_pkey PRIMARY KEY (trace_id, id)
   )`,
  // They are compressed already.
  `ALTER TABLE span_payloads ALTER COLUMN bytes SET STORAGE EXTERNAL`,
  `ALTER TABLE spans
     ADD COLUMN payload_id bigint,
     ADD COLUMN payload_start integer,
     ADD COLUMN payload_length integer,
     ADD COLUMN payload_bytes bigint,
     ADD COLUMN has_input boolean,
     ADD COLUMN has_output boolean`,
  ...PAYLOAD_FUNCTIONS,
];

/** Stores long payloads of several spans of a trace together (docs/adr/0065-payloads-in-packs.md). */
export class SpanPayloads1764701920000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION spandrel_unpack(bytea, int, int)');
    await runner.query(
      `ALTER TABLE spans DROP COLUMN payload_id, DROP COLUMN payload_start,
         DROP COLUMN payload_length,
         DROP COLUMN payload_bytes, DROP COLUMN has_input, DROP COLUMN has_output`,
    );
    await runner.query('DROP TABLE span_payloads');
  }
}
