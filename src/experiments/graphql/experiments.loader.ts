import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../common/graphql/loaders.js';
import { type Experiment, toExperiment } from './experiment.type.js';
import { ExperimentsService } from '../experiments.service.js';

/** Experiments by row id. */
@Injectable()
export class ExperimentsLoader implements BatchLoader<number, Experiment | null> {
  constructor(private readonly experiments: ExperimentsService) {}

  async batch(ids: readonly number[]): Promise<(Experiment | null)[]> {
    const rows = await this.experiments.findByIds(ids);
    return inOrderOf(ids, rows.map(toExperiment), (experiment) => experiment.rowId);
  }
}
