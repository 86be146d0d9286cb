import { Injectable } from '@nestjs/common';
import { AnnotationConfigsService } from '../annotations/configs/annotation-configs.service.js';
import { ProjectAnnotationConfigsService } from '../annotations/configs/project-annotation-configs.service.js';
import { ImportedAnnotationsService } from '../annotations/imported-annotations.service.js';
import type { SpanImporter } from '../spans/span-importer.js';
import { DatasetLabelsService } from '../datasets/labels/dataset-labels.service.js';
import { DatasetSplitsService } from '../datasets/splits/dataset-splits.service.js';
import { SplitMembersService } from '../datasets/splits/split-members.service.js';
import { ImportedDatasetsService } from '../datasets/uploads/imported-datasets.service.js';
import { ImportedExperimentsService } from '../experiments/imported/imported-experiments.service.js';
import { ImportedRunsService } from '../experiments/imported/imported-runs.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ImportedPromptsService } from '../prompts/creation/imported-prompts.service.js';
import { PromptLabelsService } from '../prompts/labels/prompt-labels.service.js';
import { PromptsService } from '../prompts/prompts.service.js';
import { importAnnotationConfigs } from './import-annotation-configs.js';
import { importPhoenixDatasets } from './import-datasets.js';
import { importPhoenixExperiments } from './import-experiments.js';
import { importPhoenixProjects, type PhoenixCursor } from './import-phoenix.js';
import { importPhoenixPrompts } from './import-prompts.js';
import type { ImportReport } from './import-report.js';
import { PhoenixClient } from './phoenix-client.js';
import type { SpanBatches } from './span-batches.js';

/** The server to import from. */
interface Source {
  url: string;
  apiKey: string | undefined;
  /** The only project to import; undefined: everything. */
  project: string | undefined;
}

/** Imports what another server shows. */
@Injectable()
export class PhoenixImportService {
  constructor(
    private readonly annotations: ImportedAnnotationsService,
    private readonly assignments: ProjectAnnotationConfigsService,
    private readonly configs: AnnotationConfigsService,
    private readonly datasets: ImportedDatasetsService,
    private readonly experiments: ImportedExperimentsService,
    private readonly labels: DatasetLabelsService,
    private readonly existingPrompts: PromptsService,
    private readonly promptLabels: PromptLabelsService,
    private readonly members: SplitMembersService,
    private readonly projects: ProjectsService,
    private readonly prompts: ImportedPromptsService,
    private readonly runs: ImportedRunsService,
    private readonly splits: DatasetSplitsService,
  ) {}

  /**
   * Imports in an order in which everything finds what it refers to: spans, then datasets, then experiments.
   * @param cursor of an earlier import that was stopped.
   * @throws BadRequestError or UnavailableError if the other server cannot be read.
   */
  async import(
    { url, apiKey, project }: Source,
    cursor: PhoenixCursor | null,
    spans: { importer: SpanImporter; batches: SpanBatches; report: ImportReport },
  ): Promise<void> {
    const { annotations, assignments, configs, datasets, experiments, labels } = this;
    const { members, projects, prompts, runs, splits } = this;
    const { report } = spans;
    const client = new PhoenixClient(url, apiKey);
    if (cursor) report.warn(`Continuing in the project ${cursor.project}.`);
    await importPhoenixProjects({ client, annotations, projects, ...spans }, project, cursor);
    if (project !== undefined) return;
    await importAnnotationConfigs({ client, configs, assignments, projects, report });
    await importPhoenixDatasets({ client, datasets, labels, splits, members, report });
    await importPhoenixExperiments({ client, datasets, experiments, runs, report });
    const { existingPrompts: existing, promptLabels } = this;
    await importPhoenixPrompts({ client, existing, labels: promptLabels, prompts, report });
  }
}
