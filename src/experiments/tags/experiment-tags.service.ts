import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { NotFoundError, UnprocessableError } from '../../kernel/errors/errors.js';
import { findRowId } from '../../kernel/ids/global-id.js';
import { requireIdentifier } from '../../kernel/validation/identifier.js';
import type { DatasetRow } from '../../datasets/dataset.entity.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import { ExperimentChangesQueries } from '../experiment-changes.queries.js';
import { BASELINE_TAG } from '../experiment-texts.js';
import { ExperimentsService } from '../experiments.service.js';
import type { ExperimentRow } from '../experiment.entity.js';
import type { ExperimentTagEntity } from './experiment-tag.entity.js';
import { ExperimentTagsQueries } from './experiment-tags.queries.js';

/** Sets, moves and removes tags of experiments, for REST and GraphQL. */
@Injectable()
export class ExperimentTagsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ExperimentTagsQueries,
    private readonly changes: ExperimentChangesQueries,
    private readonly datasets: DatasetsService,
    private readonly experimentsService: ExperimentsService,
  ) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.queries.findByIds(ids);
  }

  /** Lists the tags of experiments, sorted by name. */
  listByExperiment(ids: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.queries.listByExperiment(ids);
  }

  /** Finds the tags that mark the baselines of datasets. */
  findBaselines(datasetIds: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.queries.findByName(BASELINE_TAG, datasetIds);
  }

  /**
   * Sets a tag. If another experiment of the dataset has a tag with that name, moves it and keeps
   * its ID.
   * @throws UnprocessableError for an ephemeral experiment as the baseline, NotFoundError if the
   * experiment has since been deleted.
   */
  set(
    experiment: ExperimentRow,
    name: string,
    description: string | null,
    caller: Identity,
  ): Promise<ExperimentTagEntity> {
    return this.database.inTransaction((tx) =>
      this.setIn(tx, experiment, { name, description }, caller),
    );
  }

  /**
   * Makes an experiment the baseline of its dataset, or removes the baseline if it was this
   * experiment.
   * @returns the dataset, and the previous baseline.
   * @throws UnprocessableError for an ephemeral experiment, NotFoundError if it has since been
   * deleted.
   */
  async setBaseline(
    experiment: ExperimentRow,
    isBaseline: boolean,
    caller: Identity,
  ): Promise<{ dataset: DatasetRow; previous: ExperimentRow | null }> {
    const [dataset] = await this.datasets.findByIds([experiment.datasetId]);
    if (!dataset) throw new NotFoundError('The dataset has since been deleted.');
    const before = await this.database.inTransaction(async (tx) => {
      const [tag] = await this.queries.findByName(BASELINE_TAG, [dataset.id], tx);
      const baseline = { name: BASELINE_TAG, description: null };
      if (isBaseline) await this.setIn(tx, experiment, baseline, caller);
      else await this.queries.remove(experiment.id, { name: BASELINE_TAG }, tx);
      return tag?.experimentId ?? null;
    });
    const [previous] = before === null ? [] : await this.experimentsService.findByIds([before]);
    return { dataset, previous: previous ?? null };
  }

  /** Like `set`, in the caller's transaction. */
  async setIn(
    tx: EntityManager,
    { id }: ExperimentRow,
    tag: { name: string; description: string | null },
    { userId }: Identity,
  ): Promise<ExperimentTagEntity> {
    const experiment = await this.changes.hold(tx, id);
    if (!experiment) throw new NotFoundError('The experiment has since been deleted.');
    if (tag.name === BASELINE_TAG && experiment.isEphemeral) {
      throw new UnprocessableError('An ephemeral experiment cannot be the baseline.');
    }
    const { datasetId } = experiment;
    return this.queries.set(tx, { ...tag, experimentId: id, datasetId, userId });
  }

  /**
   * Removes a tag, unless it points to another experiment or does not exist.
   * @param identifier global ID or name.
   * @throws UnprocessableError for a text that is neither.
   */
  async remove({ id: experimentId }: ExperimentRow, identifier: string): Promise<void> {
    const id = findRowId(identifier, 'ExperimentTag');
    const tag = id === null ? { name: requireIdentifier(identifier, 'tag name') } : { id };
    await this.queries.remove(experimentId, tag);
  }
}
