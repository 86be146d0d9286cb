import type { ImportedDatasetsService } from '../datasets/uploads/imported-datasets.service.js';
import type { ImportedExperimentsService } from '../experiments/imported/imported-experiments.service.js';
import {
  evaluationsIn,
  type ImportedOutcome,
  type ImportedRun,
  type ImportedRunsService,
  RUN_MISSING,
} from '../experiments/imported/imported-runs.service.js';
import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { ImportReport } from './import-report.js';
import { numberOrNull, type PhoenixClient, textOrNull } from './phoenix-client.js';
import { findKnownExamples } from './phoenix-examples.js';
import { readExamples, readLasting, readRuns } from './phoenix-experiments.js';

const PAGE = 100;

/** Runs whose evaluations are stored together. */
const RUNS_AT_ONCE = 200;

interface Tools {
  client: PhoenixClient;
  datasets: ImportedDatasetsService;
  experiments: ImportedExperimentsService;
  runs: ImportedRunsService;
  report: ImportReport;
}

/** An imported version of a dataset, with the row IDs of its examples by their global IDs elsewhere. */
interface Version {
  sourceId: string;
  datasetId: number;
  versionId: number;
  examples: ReadonlyMap<string, number>;
}

/** Imports the experiments of another server with their runs and evaluations, after its datasets. */
export async function importPhoenixExperiments(tools: Tools): Promise<void> {
  for await (const { rows } of tools.client.pages('/v1/datasets', { limit: PAGE })) {
    for (const row of rows) await new DatasetExperiments(tools, row).import();
  }
}

/** Imports the experiments of one dataset. */
class DatasetExperiments {
  private readonly id: string;
  private readonly name: string;
  private readonly path: string;
  /** The version of the last experiment, which the next one is likely to share. */
  private version: Version | null = null;

  constructor(
    private readonly tools: Tools,
    dataset: JsonObject,
  ) {
    this.id = textOrNull(getOwn(dataset, 'id')) ?? '';
    this.name = textOrNull(getOwn(dataset, 'name')) ?? '';
    this.path = `/v1/datasets/${encodeURIComponent(this.id)}`;
  }

  /** Oldest first, so that they get the same sequence numbers. */
  async import(): Promise<void> {
    const { client, report } = this.tools;
    const experiments = await client.all(`${this.path}/experiments`, { limit: PAGE });
    if (experiments.length === 0) return;
    const lasting = await this.readLasting();
    for (const experiment of experiments.toReversed()) {
      const id = textOrNull(getOwn(experiment, 'id')) ?? '';
      const splits = lasting ? lasting.get(id) : [];
      if (!splits) {
        report.leaveOut('temporary experiments', 'The other server deletes them by itself.');
        continue;
      }
      try {
        await this.importOne(experiment, id, splits);
      } catch (error) {
        report.refuseFor(error, 'experiments', this.placeOf(experiment));
      }
    }
  }

  /** Returns null if the other server does not show it. */
  private async readLasting(): Promise<Map<string, string[]> | null> {
    const { client, report } = this.tools;
    try {
      return await readLasting(client, this.id);
    } catch (error) {
      report.refuseFor(error, 'splits of experiments, by dataset', this.name);
      return null;
    }
  }

  private async importOne(experiment: JsonObject, id: string, splits: string[]): Promise<void> {
    const { client, experiments, report } = this.tools;
    const version = await this.findVersion(experiment);
    if (!version) {
      const reason = 'The version of the dataset that they used was not imported.';
      return report.refuse('experiments', reason, this.placeOf(experiment));
    }
    const path = `/v1/experiments/${encodeURIComponent(id)}`;
    const tags = await client.all(`${path}/tags`, {});
    const stored = await experiments.store({
      datasetId: version.datasetId,
      versionId: version.versionId,
      experiment,
      exampleIds: await this.findExamples(experiment, id, version),
      splits,
      tags: tags.map((tag) => ({
        name: textOrNull(getOwn(tag, 'name')) ?? '',
        description: textOrNull(getOwn(tag, 'description')),
      })),
    });
    await this.importRuns(stored.id, path, experiment, version);
    await this.importEvaluations(stored.id, path, experiment, version);
    report.take('experiments', stored.isNew ? 1 : 0, stored.isNew ? 0 : 1);
  }

  private async findVersion(experiment: JsonObject): Promise<Version | null> {
    const { datasets } = this.tools;
    const sourceId = textOrNull(getOwn(experiment, 'dataset_version_id')) ?? '';
    if (this.version?.sourceId === sourceId) return this.version;
    const found = await datasets.findVersion(this.name, sourceId);
    if (!found) return null;
    const examples = new Map<string, number>();
    const { datasetId } = found;
    for await (const known of findKnownExamples(this.tools, this.path, sourceId, datasetId)) {
      for (const { id, nodeId } of known) examples.set(nodeId, id);
    }
    this.version = { sourceId, ...found, examples };
    return this.version;
  }

  /** Returns the row IDs of the examples of an experiment; null for all of its version. */
  private async findExamples(
    experiment: JsonObject,
    id: string,
    { examples }: Version,
  ): Promise<number[] | null> {
    if (numberOrNull(getOwn(experiment, 'example_count')) === examples.size) return null;
    const ids: number[] = [];
    for await (const nodeId of readExamples(this.tools.client, id)) {
      const exampleId = examples.get(nodeId);
      if (exampleId !== undefined) ids.push(exampleId);
    }
    return ids;
  }

  private async importRuns(
    id: number,
    path: string,
    experiment: JsonObject,
    version: Version,
  ): Promise<void> {
    const { client, report, runs } = this.tools;
    for await (const rows of readRuns(client, path)) {
      const known: ImportedRun[] = [];
      for (const run of rows) {
        const exampleId = version.examples.get(textOrNull(getOwn(run, 'dataset_example_id')) ?? '');
        if (exampleId !== undefined) known.push({ exampleId, run });
        else {
          const reason = 'The version of the dataset does not have their example.';
          report.refuse('runs of experiments', reason, this.placeOf(experiment, run));
        }
      }
      this.report('runs of experiments', await runs.storeRuns(id, known), experiment);
    }
  }

  private async importEvaluations(
    id: number,
    path: string,
    experiment: JsonObject,
    version: Version,
  ): Promise<void> {
    const { client, runs } = this.tools;
    let waiting: ImportedRun[] = [];
    const store = async (): Promise<void> => {
      const stored = await runs.storeEvaluations(id, waiting);
      this.report('evaluations of runs', stored, experiment);
      waiting = [];
    };
    for await (const run of client.records(`${path}/json`)) {
      const exampleId = version.examples.get(textOrNull(getOwn(run, 'example_id')) ?? '');
      if (exampleId !== undefined) waiting.push({ exampleId, run });
      else {
        const refused = [{ run, reason: RUN_MISSING, count: evaluationsIn(run).length }];
        this.report('evaluations of runs', { added: 0, known: 0, refused }, experiment);
      }
      if (waiting.length >= RUNS_AT_ONCE) await store();
    }
    if (waiting.length > 0) await store();
  }

  private report(what: string, { added, known, refused }: ImportedOutcome, of: JsonObject): void {
    const { report } = this.tools;
    if (added + known > 0) report.take(what, added, known);
    for (const { run, reason, count } of refused) {
      if (count > 0) report.refuse(what, reason, this.placeOf(of, run), count);
    }
    report.tell(this.placeOf(of));
  }

  private placeOf(experiment: JsonObject, run?: JsonObject): string {
    const place = `dataset ${this.name}, experiment ${textOrNull(getOwn(experiment, 'name')) ?? ''}`;
    if (!run) return place;
    const example = textOrNull(getOwn(run, 'dataset_example_id') ?? getOwn(run, 'example_id'));
    const repetition = numberOrNull(getOwn(run, 'repetition_number'));
    return `${place}, example ${example ?? 'without an ID'}, repetition ${repetition ?? 'unknown'}`;
  }
}
