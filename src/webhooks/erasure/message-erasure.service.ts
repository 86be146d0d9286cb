import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { changeInSteps } from '../../database/change-in-steps.js';

/** A text and what it becomes. */
interface Replacement {
  before: string;
  after: string;
}

/** Replaces texts in messages to webhooks: in those that wait, and in the log. */
@Injectable()
export class MessageErasureService {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Replaces texts in messages, in steps. Deletes the answers to these messages, which may quote them.
   * @param types how the types of the messages begin, such as `alert.`.
   * @param within only messages of a project, if there is one, whose summary contains a text.
   * @returns how many messages had one of the texts.
   */
  replace(
    types: string,
    { summary, data }: { summary: Replacement; data: Replacement },
    within: { projectId: number | null; summary: string },
  ): Promise<number> {
    return changeInSteps(
      this.database,
      'webhook_deliveries',
      `WITH changed AS (
         UPDATE webhook_deliveries
            SET summary = replace(summary, $4, $5), data = replace(data, $6, $7)
          WHERE id > $1 AND id <= $2 AND starts_with(type, $3)
            AND (strpos(summary, $4) > 0 OR strpos(data, $6) > 0)
            AND ($8::bigint IS NULL OR project_id = $8) AND strpos(summary, $9) > 0
         RETURNING id
       ), answers AS (
         UPDATE webhook_attempts a SET response = NULL FROM changed c WHERE a.delivery_id = c.id
       )
       SELECT count(*) FROM changed`,
      [
        types,
        summary.before,
        summary.after,
        data.before,
        data.after,
        within.projectId,
        within.summary,
      ],
    );
  }
}
