import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The same session ID in two projects is two sessions (docs/adr/0108-sessions-of-projects.md). Changes no rows and
 * takes the locks of sessions for a moment. Older servers cannot store spans with a session afterwards, because
 * they expect its ID to be unique.
 */
export class SessionKeys1764702161000 implements MigrationInterface {
  readonly isBreaking = true;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE annotation_queue_items DROP CONSTRAINT annotation_queue_items_session_id_fkey,
         ADD COLUMN project_id bigint`,
    );
    await runner.query(
      `ALTER TABLE session_annotations DROP CONSTRAINT session_annotations_session_id_fkey,
         DROP CONSTRAINT session_annotations_pkey,
         ADD CONSTRAINT session_annotations_pkey PRIMARY KEY USING INDEX session_annotations_key`,
    );
    await runner.query(
      `ALTER TABLE project_sessions DROP CONSTRAINT project_sessions_pkey,
         ADD CONSTRAINT project_sessions_pkey PRIMARY KEY USING INDEX project_sessions_key`,
    );
    // The next migration makes the rows that exist valid.
    for (const table of ['session_annotations', 'annotation_queue_items']) {
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_session_fkey FOREIGN KEY (session_id, project_id)
           REFERENCES project_sessions (session_id, project_id)
           ON UPDATE CASCADE ON DELETE CASCADE NOT VALID`,
      );
    }
  }

  /** Fails if two projects have a session with the same ID. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['session_annotations', 'annotation_queue_items']) {
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_session_fkey`);
    }
    await runner.query('ALTER TABLE annotation_queue_items DROP COLUMN project_id');
    await runner.query(
      `ALTER TABLE project_sessions DROP CONSTRAINT project_sessions_pkey,
         ADD CONSTRAINT project_sessions_pkey PRIMARY KEY (session_id)`,
    );
    await runner.query(
      `ALTER TABLE session_annotations DROP CONSTRAINT session_annotations_pkey,
         ADD CONSTRAINT session_annotations_pkey PRIMARY KEY (session_id, name, identifier)`,
    );
    for (const table of ['session_annotations', 'annotation_queue_items']) {
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_session_id_fkey FOREIGN KEY (session_id)
           REFERENCES project_sessions (session_id) ON DELETE CASCADE`,
      );
    }
  }
}
