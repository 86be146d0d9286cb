import { toGlobalId } from '../../../kernel/ids/global-id.js';
import type { ExperimentTagEntity } from '../experiment-tag.entity.js';

/** A tag in the REST API: a name that points to one experiment of its dataset. */
export class ExperimentTagItem {
  /** Global ID. */
  id: string;

  /** Unique in the dataset. */
  name: string;

  description: string | null;
}

/** One tag. */
export class ExperimentTagAnswer {
  data: ExperimentTagItem;
}

/** The tags of an experiment. */
export class ExperimentTagList {
  /** Sorted by name. */
  data: ExperimentTagItem[];
}

export function toExperimentTagItem(row: ExperimentTagEntity): ExperimentTagItem {
  const { id, name, description } = row;
  return { id: toGlobalId('ExperimentTag', id), name, description };
}
