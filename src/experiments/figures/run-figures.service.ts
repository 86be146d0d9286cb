import { Injectable } from '@nestjs/common';
import { type RunFigures, RunFiguresQueries } from './run-figures.queries.js';

/** Tells how far experiments are, for REST and GraphQL. */
@Injectable()
export class RunFiguresService {
  constructor(private readonly queries: RunFiguresQueries) {}

  /** By the row id of the experiment; those without runs are left out. */
  async ofExperiments(ids: readonly number[]): Promise<Map<number, RunFigures>> {
    const figures = ids.length === 0 ? [] : await this.queries.ofExperiments(ids);
    return new Map(figures.map((row) => [row.experimentId, row]));
  }
}
