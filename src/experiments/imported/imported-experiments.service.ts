import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { DatabaseWriter } from '../../database/database-writer.js';
import { ANONYMOUS } from '../../kernel/access/access.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { requireIdentifier } from '../../kernel/validation/identifier.js';
import { readAs } from '../../kernel/validation/read-as.js';
import { DatasetSplitsService } from '../../datasets/splits/dataset-splits.service.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { ExperimentChangesQueries } from '../experiment-changes.queries.js';
import { foldText } from '../experiment-texts.js';
import type { ExperimentRow } from '../experiment.entity.js';
import { ExperimentTagsService } from '../tags/experiment-tags.service.js';
import { experimentSchema } from './imported-experiment.schema.js';
import { ImportedExperimentsQueries } from './imported-experiments.queries.js';

/** An experiment of another server on an imported version of a dataset. */
export interface ImportedExperiment {
  datasetId: number;
  versionId: number;
  /** As the REST API shows it. */
  experiment: JsonObject;
  /** Row IDs of its examples; null for all of the version. */
  exampleIds: readonly number[] | null;
  /** Names of the splits that it was limited to. */
  splits: readonly string[];
  tags: readonly { name: string; description: string | null }[];
}

type Content = z.output<typeof experimentSchema>;

/** Repeats experiments of other servers. They have no author. */
@Injectable()
export class ImportedExperimentsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ImportedExperimentsQueries,
    private readonly changes: ExperimentChangesQueries,
    private readonly splits: DatasetSplitsService,
    private readonly tags: ExperimentTagsService,
    private readonly projects: ProjectsService,
  ) {}

  /**
   * Creates an experiment with its examples, splits and tags. If it is stored already, takes only newer
   * texts and metadata. It is recognized by its dataset, its project and the time of its creation.
   * @throws UnprocessableError or ValidationError if it cannot be stored, NotFoundError for an unknown split.
   */
  async store(imported: ImportedExperiment): Promise<{ id: number; isNew: boolean }> {
    const content = readAs(experimentSchema, imported.experiment, ['experiment']);
    for (const { name } of imported.tags) requireIdentifier(name, 'tag name');
    const splits = await this.splits.resolve(imported.splits);
    const origin = {
      datasetId: imported.datasetId,
      name: content.name,
      projectName: content.project_name ?? null,
      createdAt: content.created_at,
      updatedAt: content.updated_at,
    };
    return this.database.inTransaction(async (tx) => {
      await this.queries.lockDataset(tx, imported.datasetId);
      const known = await this.queries.find(tx, origin);
      if (known?.isOutdated) await this.update(tx, known.id, content);
      if (known) return { id: known.id, isNew: false };
      const row = await this.insert(tx, imported, content);
      const splitIds = splits.map(({ id }) => id);
      await this.queries.addSplits(tx, row.id, splitIds);
      for (const tag of imported.tags) await this.tags.setIn(tx, row, tag, ANONYMOUS);
      await this.queries.setTimes(tx, row.id, origin);
      return { id: row.id, isNew: true };
    });
  }

  private async insert(
    tx: EntityManager,
    { datasetId, versionId, exampleIds }: ImportedExperiment,
    content: Content,
  ): Promise<ExperimentRow> {
    const projectName = content.project_name ?? null;
    // The snapshot is not cut by splits, because examples may have changed their splits since.
    const experiment = { datasetId, versionId, splitIds: [], projectName, userId: null };
    const row = (await this.changes.insert(tx, {
      ...experiment,
      ...toTexts(content),
      metadata: payloadText(content.metadata ?? {}),
      repetitions: content.repetitions,
    }))!;
    if (exampleIds) await this.queries.keepExamples(tx, row.id, exampleIds);
    if (projectName !== null && !(await this.projects.findByName(projectName))) {
      const dataset = toGlobalId('Dataset', datasetId);
      const version = toGlobalId('DatasetVersion', versionId);
      const description = `Dataset: ${dataset}, dataset version: ${version}`;
      await this.projects.create(projectName, { description }, tx);
    }
    return row;
  }

  private async update(tx: EntityManager, id: number, content: Content): Promise<void> {
    const metadata = payloadText(content.metadata ?? {});
    await this.changes.update(tx, id, toTexts(content), metadata);
    const { created_at: createdAt, updated_at: updatedAt } = content;
    await this.queries.setTimes(tx, id, { createdAt, updatedAt });
  }
}

function toTexts({ name, description = null }: Content) {
  const texts = { name, description };
  return { ...texts, textFolded: foldText(texts) };
}
