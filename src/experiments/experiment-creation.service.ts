import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { NotFoundError } from '../kernel/errors/errors.js';
import { findableRowIdInPath, toGlobalId } from '../kernel/ids/global-id.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import { isForeignKeyViolation } from '../kernel/errors/database-errors.js';
import { DatasetsService } from '../datasets/datasets.service.js';
import { DatasetSplitsService } from '../datasets/splits/dataset-splits.service.js';
import { DatasetVersionsService } from '../datasets/versions/dataset-versions.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ExperimentChangesQueries } from './experiment-changes.queries.js';
import type { ExperimentRow } from './experiment.entity.js';
import { foldText } from './experiment-texts.js';

/** Options of a new experiment. Absent and null mean the same. */
export interface ExperimentDetails {
  /** Defaults to a generated name. */
  name?: string | null;
  description?: string | null;
  metadata?: JsonObject | null;
  /** Global ID. Defaults to the newest version. */
  version?: string | null;
  /** Names or global IDs. Defaults to the whole dataset. */
  splits?: readonly string[] | null;
  /** Defaults to 1. */
  repetitions?: number | null;
}

/** Creates experiments. */
@Injectable()
export class ExperimentCreationService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ExperimentChangesQueries,
    private readonly datasets: DatasetsService,
    private readonly versions: DatasetVersionsService,
    private readonly splits: DatasetSplitsService,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Creates an experiment on the examples of a dataset at a version, and the project for the traces
   * of its runs. Later changes to the dataset do not affect the experiment.
   * @param within stores what belongs to the experiment in the same transaction.
   * @throws UnprocessableError for invalid IDs, NotFoundError if the dataset, the version or a
   * split does not exist, or if the dataset has no versions.
   */
  async create(
    datasetGlobalId: string,
    details: ExperimentDetails,
    { userId }: Identity,
    within?: (tx: EntityManager, experiment: ExperimentRow) => Promise<void>,
  ): Promise<ExperimentRow> {
    const dataset = await this.datasets.get(findableRowIdInPath(datasetGlobalId, 'Dataset'));
    const version = details.version
      ? await this.versions.get(dataset.id, findableRowIdInPath(details.version, 'DatasetVersion'))
      : undefined;
    const splits = details.splits ? await this.splits.resolve(details.splits) : [];
    const name = details.name?.trim() ? details.name : inventName(dataset.name);
    const description = details.description ?? null;
    const experiment = {
      datasetId: dataset.id,
      versionId: version?.id ?? null,
      splitIds: splits.map(({ id }) => id),
      name,
      description,
      textFolded: foldText({ name, description }),
      metadata: payloadText(details.metadata ?? {}),
      repetitions: details.repetitions ?? 1,
      projectName: `Experiment-${randomBytes(12).toString('hex')}`,
      userId,
    };
    try {
      return await this.database.inTransaction(async (tx) => {
        const row = await this.queries.insert(tx, experiment);
        if (!row) throw new NotFoundError(`The dataset ${datasetGlobalId} has no versions.`);
        const versionGlobalId = toGlobalId('DatasetVersion', row.datasetVersionId);
        await this.projects.create(
          experiment.projectName,
          { description: `Dataset: ${datasetGlobalId}, dataset version: ${versionGlobalId}` },
          tx,
        );
        await within?.(tx, row);
        return row;
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The dataset or one of the splits has since been deleted.');
    }
  }
}

/** Joins the first eight characters of the dataset's name and a random part. */
function inventName(datasetName: string): string {
  const beginning = Array.from(datasetName).slice(0, 8).join('').replaceAll(' ', '-');
  return `${beginning}-${randomBytes(4).toString('hex')}`;
}
