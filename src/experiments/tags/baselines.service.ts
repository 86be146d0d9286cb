import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Identity } from '../../common/access/access.js';
import { NotFoundError } from '../../common/errors/errors.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import type { DatasetRow } from '../../datasets/dataset.entity.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import type { ExperimentRow } from '../experiment.entity.js';
import { ExperimentsService } from '../experiments.service.js';
import { BASELINE } from './baseline.js';
import { ExperimentTagsQueries } from './experiment-tags.queries.js';
import { ExperimentTagsService } from './experiment-tags.service.js';

/** Which experiment the others of a dataset are compared with. */
@Injectable()
export class BaselinesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly datasets: DatasetsService,
    private readonly experiments: ExperimentsService,
    private readonly tags: ExperimentTagsService,
    private readonly queries: ExperimentTagsQueries,
  ) {}

  /**
   * Makes an experiment the baseline of its dataset, or leaves the dataset without one if it was.
   * @returns the dataset, and the experiment that was the baseline before.
   * @throws UnprocessableError for an ephemeral experiment, NotFoundError when it was deleted
   * meanwhile.
   */
  async set(
    experiment: ExperimentRow,
    isBaseline: boolean,
    caller: Identity,
  ): Promise<{ dataset: DatasetRow; previous: ExperimentRow | null }> {
    const [dataset] = await this.datasets.findByIds([experiment.datasetId]);
    if (!dataset) throw new NotFoundError('The dataset was deleted meanwhile');
    const before = await inRetriedTransaction(this.dataSource, async (tx) => {
      const [tag] = await this.queries.named(BASELINE, [dataset.id], tx);
      const baseline = { name: BASELINE, description: null };
      if (isBaseline) await this.tags.setIn(tx, experiment, baseline, caller);
      else await this.queries.remove(experiment.id, { name: BASELINE }, tx);
      return tag?.experimentId ?? null;
    });
    const [previous] = before === null ? [] : await this.experiments.findByIds([before]);
    return { dataset, previous: previous ?? null };
  }
}
