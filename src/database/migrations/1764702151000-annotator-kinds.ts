import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Constraints on the kind of an annotator, by table. */
const CONSTRAINTS = {
  span_annotations: 'span_annotations_annotator_kind_check',
  trace_annotations: 'trace_annotations_annotator_kind_check',
  session_annotations: 'session_annotations_annotator_kind_check',
  document_annotations: 'document_annotations_annotator_kind_check',
  experiment_run_annotations: 'experiment_run_annotations_kind_check',
} as const;

const KINDS = "('LLM', 'CODE', 'HUMAN', 'DECISION', 'AGENT')";

/** Lets decision models and agents annotate. */
export class AnnotatorKinds1764702151000 implements MigrationInterface {
  // Annotations are written while the existing ones are checked.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, name] of Object.entries(CONSTRAINTS)) {
      await runner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name},
           ADD CONSTRAINT ${name} CHECK (annotator_kind IN ${KINDS}) NOT VALID`,
      );
      await runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`);
    }
  }

  /** Fails if there are annotations of the new kinds. */
  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of Object.entries(CONSTRAINTS)) {
      await runner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name},
           ADD CONSTRAINT ${name} CHECK (annotator_kind IN ('LLM', 'CODE', 'HUMAN'))`,
      );
    }
  }
}
