import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../common/json/json.js';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type ExperimentRun, toExperimentRun } from './experiment-run.type.js';
import { ExperimentRunsService } from '../experiment-runs.service.js';

/** Runs by row id. */
@Injectable()
export class ExperimentRunsLoader implements BatchLoader<number, ExperimentRun | null> {
  constructor(private readonly runs: ExperimentRunsService) {}

  async batch(ids: readonly number[]): Promise<(ExperimentRun | null)[]> {
    const rows = await this.runs.findByIds(ids);
    return inOrderOf(ids, rows.map(toExperimentRun), (run) => run.rowId);
  }
}

/** What tasks answered, by the row id of the run. */
@Injectable()
export class RunOutputsLoader implements BatchLoader<number, JsonValue> {
  constructor(private readonly runs: ExperimentRunsService) {}

  async batch(ids: readonly number[]): Promise<JsonValue[]> {
    const rows = await this.runs.outputsOf(ids);
    const byId = new Map(rows.map(({ id, output }) => [id, output]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}
