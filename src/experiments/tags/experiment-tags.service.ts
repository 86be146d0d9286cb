import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Identity } from '../../common/access.js';
import { NotFoundError, UnprocessableError } from '../../common/errors.js';
import { rowIdOf } from '../../common/global-id.js';
import { requireIdentifier } from '../../common/identifier.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { ExperimentChangesQueries } from '../experiment-changes.queries.js';
import type { ExperimentRow } from '../experiment.entity.js';
import type { ExperimentTagEntity } from './experiment-tag.entity.js';
import { ExperimentTagsQueries } from './experiment-tags.queries.js';

/** The tag of the experiment that the others of its dataset are compared with. */
const BASELINE = 'baseline';

/** Sets, moves and removes tags of experiments; REST and GraphQL both call it. */
@Injectable()
export class ExperimentTagsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: ExperimentTagsQueries,
    private readonly experiments: ExperimentChangesQueries,
  ) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.queries.findByIds(ids);
  }

  /** The tags of experiments, by name. */
  ofExperiments(ids: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.queries.ofExperiments(ids);
  }

  /** The tags that mark the baselines of datasets. */
  baselinesOf(datasetIds: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.queries.named(BASELINE, datasetIds);
  }

  /**
   * Sets a tag; one of the same name is moved from another experiment of the dataset and keeps its id.
   * @throws UnprocessableError for an ephemeral experiment as the baseline, NotFoundError when the
   * experiment was deleted meanwhile.
   */
  async set(
    { id }: ExperimentRow,
    name: string,
    description: string | null,
    { userId }: Identity,
  ): Promise<ExperimentTagEntity> {
    return inRetriedTransaction(this.dataSource, async (tx) => {
      const experiment = await this.experiments.hold(tx, id);
      if (!experiment) throw new NotFoundError('The experiment was deleted meanwhile');
      if (name === BASELINE && experiment.isEphemeral) {
        throw new UnprocessableError('An ephemeral experiment cannot be the baseline');
      }
      const { datasetId } = experiment;
      return this.queries.set(tx, { experimentId: id, datasetId, name, description, userId });
    });
  }

  /** Marks the baseline of the dataset. @throws like `set`. */
  setBaseline(experiment: ExperimentRow, caller: Identity): Promise<ExperimentTagEntity> {
    return this.set(experiment, BASELINE, null, caller);
  }

  /** Leaves the dataset without a baseline if this experiment is it. */
  removeBaseline({ id }: ExperimentRow): Promise<void> {
    return this.queries.remove(id, { name: BASELINE });
  }

  /**
   * Removes a tag unless it points to another experiment, or to none.
   * @param identifier global id or name.
   * @throws UnprocessableError for a text that is neither.
   */
  async remove({ id: experimentId }: ExperimentRow, identifier: string): Promise<void> {
    const id = rowIdOf(identifier, 'ExperimentTag');
    const tag = id === null ? { name: requireIdentifier(identifier, 'tag') } : { id };
    await this.queries.remove(experimentId, tag);
  }
}
