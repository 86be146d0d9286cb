import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { LabelsService } from '../labels/labels.service.js';
import type { ImportReport } from './import-report.js';
import { textOrNull } from './phoenix-client.js';

/** Adds labels to a dataset or prompt. A label that has the same name here keeps its details. */
export async function addLabels(
  { labels, report }: { labels: LabelsService; report: ImportReport },
  what: 'labels of datasets' | 'labels of prompts',
  ownerId: number,
  rows: readonly JsonObject[],
): Promise<void> {
  for (const row of rows) {
    const name = textOrNull(getOwn(row, 'name')) ?? '';
    const [known] = await labels.listSlice([name], { offset: 0, limit: 1 });
    const details = {
      name,
      description: textOrNull(getOwn(row, 'description')),
      color: textOrNull(getOwn(row, 'color')) ?? '#808080',
    };
    const label = known ?? (await labels.create(details, null));
    await labels.add(ownerId, [label.id]);
    report.take(what, known ? 0 : 1, known ? 1 : 0);
  }
}
