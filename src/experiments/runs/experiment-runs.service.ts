import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../common/json/json.js';
import type { ExperimentRunRow } from './experiment-run.entity.js';
import { ExperimentRunsQueries } from './experiment-runs.queries.js';

/** Finds runs of experiments, for REST and GraphQL. */
@Injectable()
export class ExperimentRunsService {
  constructor(private readonly queries: ExperimentRunsQueries) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<ExperimentRunRow[]> {
    return this.queries.findByIds(ids);
  }

  /** What tasks answered, in no particular order; unknown ids are left out. */
  outputsOf(ids: readonly number[]): Promise<{ id: number; output: JsonValue }[]> {
    return this.queries.outputsOf(ids);
  }
}
