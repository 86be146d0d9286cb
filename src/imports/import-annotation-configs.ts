import type {
  AnnotationConfigContent,
  AnnotationConfigsService,
} from '../annotations/configs/annotation-configs.service.js';
import type { ProjectAnnotationConfigsService } from '../annotations/configs/project-annotation-configs.service.js';
import { ConflictError } from '../kernel/errors/errors.js';
import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { ProjectsService } from '../projects/projects.service.js';
import type { ImportReport } from './import-report.js';
import { numberOrNull, objectsIn, type PhoenixClient, textOrNull } from './phoenix-client.js';

const PAGE = 100;

interface Tools {
  client: PhoenixClient;
  configs: AnnotationConfigsService;
  assignments: ProjectAnnotationConfigsService;
  projects: ProjectsService;
  report: ImportReport;
}

/** Imports annotation configs, oldest first, and which imported projects use them. */
export async function importAnnotationConfigs(tools: Tools): Promise<void> {
  const { client, report } = tools;
  const rows = await client.all('/v1/annotation_configs', { limit: PAGE });
  for (const row of rows.toReversed()) {
    try {
      const isNew = await createConfig(tools, toContent(row));
      report.take('annotation configs', isNew ? 1 : 0, isNew ? 0 : 1);
    } catch (error) {
      report.refuseFor(error, 'annotation configs', nameOf(row));
    }
  }
  for await (const { rows: projects } of client.pages('/v1/projects', { limit: PAGE })) {
    for (const project of projects) await assignConfigs(tools, project);
  }
}

/** Returns false if a config has the name. It stays as it is. */
async function createConfig(
  { configs }: Tools,
  content: AnnotationConfigContent,
): Promise<boolean> {
  try {
    await configs.create(content);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

async function assignConfigs(tools: Tools, row: JsonObject): Promise<void> {
  const { client, configs, assignments, projects, report } = tools;
  const project = await projects.findByName(nameOf(row));
  if (!project) return;
  const path = `/v1/projects/${encodeURIComponent(textOrNull(getOwn(row, 'id')) ?? nameOf(row))}`;
  for (const used of await client.all(`${path}/annotation_configs`, { limit: PAGE })) {
    try {
      const config = await configs.resolve(nameOf(used));
      await assignments.assign([{ projectId: project.id, configId: config.id }]);
    } catch (error) {
      const place = `${nameOf(used)} of project ${project.name}`;
      report.refuseFor(error, 'annotation configs', place);
    }
  }
}

function toContent(row: JsonObject): AnnotationConfigContent {
  const type = textOrNull(getOwn(row, 'type'));
  const direction = textOrNull(getOwn(row, 'optimization_direction'));
  const values = objectsIn(getOwn(row, 'values')).map((value) => ({
    label: textOrNull(getOwn(value, 'label')) ?? '',
    score: numberOrNull(getOwn(value, 'score')),
  }));
  return {
    name: nameOf(row),
    description: textOrNull(getOwn(row, 'description')),
    type: type === 'CATEGORICAL' || type === 'CONTINUOUS' ? type : 'FREEFORM',
    optimizationDirection:
      direction === 'MINIMIZE' || direction === 'MAXIMIZE' || direction === 'NONE'
        ? direction
        : null,
    values: type === 'CATEGORICAL' ? values : null,
    lowerBound: numberOrNull(getOwn(row, 'lower_bound')),
    upperBound: numberOrNull(getOwn(row, 'upper_bound')),
    threshold: numberOrNull(getOwn(row, 'threshold')),
  };
}

function nameOf(row: JsonObject): string {
  return textOrNull(getOwn(row, 'name')) ?? '';
}
