import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import { ConflictError, NotFoundError, UnprocessableError } from '../kernel/errors/errors.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import { ExperimentChangesQueries } from './experiment-changes.queries.js';
import type { ExperimentRow } from './experiment.entity.js';
import { BASELINE_TAG, foldText } from './experiment-texts.js';

/** Changes to an experiment. Undefined fields stay unchanged. */
export interface ExperimentEdit {
  name?: string;
  /** Null removes it. */
  description?: string | null;
  metadata?: JsonObject;
}

/** Changes the details of experiments, for REST and GraphQL. */
@Injectable()
export class ExperimentChangesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ExperimentChangesQueries,
  ) {}

  /**
   * Changes the details. Keeps an ephemeral experiment for another day.
   * @throws UnprocessableError if nothing changes, NotFoundError if the experiment has since been
   * deleted.
   */
  async edit(experiment: ExperimentRow, edit: ExperimentEdit): Promise<ExperimentRow> {
    if (Object.values(edit).every((value) => value === undefined)) {
      throw new UnprocessableError('name, description or metadata is required.');
    }
    const metadata = edit.metadata === undefined ? null : payloadText(edit.metadata);
    return this.change(experiment, async (tx, before) => {
      const name = edit.name ?? before.name;
      const description = edit.description === undefined ? before.description : edit.description;
      const texts = { name, description, textFolded: foldText({ name, description }) };
      await this.queries.update(tx, before.id, texts, metadata);
    });
  }

  /**
   * Makes an experiment ephemeral, so that it is deleted a day after its last edit, or keeps it.
   * @throws ConflictError for the baseline of a dataset, NotFoundError if the experiment has since
   * been deleted.
   */
  setEphemeral(experiment: ExperimentRow, isEphemeral: boolean): Promise<ExperimentRow> {
    return this.change(experiment, async (tx, { id }) => {
      if (isEphemeral && (await this.queries.isTagged(tx, id, BASELINE_TAG))) {
        throw new ConflictError('The baseline of a dataset cannot be ephemeral.');
      }
      await this.queries.setEphemeral(tx, id, isEphemeral);
    });
  }

  private async change(
    { id }: ExperimentRow,
    change: (tx: EntityManager, before: ExperimentRow) => Promise<void>,
  ): Promise<ExperimentRow> {
    const after = await this.database.inTransaction(async (tx) => {
      const before = await this.queries.hold(tx, id);
      if (!before) return null;
      await change(tx, before);
      return this.queries.hold(tx, id);
    });
    if (!after) throw new NotFoundError('The experiment has since been deleted.');
    return after;
  }
}
