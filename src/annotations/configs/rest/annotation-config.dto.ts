import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  type AnnotationConfigEntity,
  type ConfigLabel,
  OPTIMIZATION_DIRECTIONS,
  type OptimizationDirection,
} from '../annotation-config.entity.js';
import { toConfigId } from '../annotation-config.ids.js';

/** A label and its score. */
class ConfigLabelItem implements ConfigLabel {
  label: string;

  score: number | null;
}

/** The fields of every annotation config in the REST API. */
abstract class ConfigItem {
  /** Global ID, which names the type of the config. */
  id: string;

  /** Unique. The name of the annotations. */
  name: string;

  description: string | null;
}

/** Annotators choose one of several labels. */
export class CategoricalAnnotationConfigItem extends ConfigItem {
  @ApiProperty({ enum: ['CATEGORICAL'] })
  type: 'CATEGORICAL';

  /** Which scores are better. */
  @ApiProperty({ enum: OPTIMIZATION_DIRECTIONS })
  optimization_direction: OptimizationDirection;

  /** In the order in which annotators see them. */
  values: ConfigLabelItem[];
}

/** Annotators give a score. */
export class ContinuousAnnotationConfigItem extends ConfigItem {
  @ApiProperty({ enum: ['CONTINUOUS'] })
  type: 'CONTINUOUS';

  /** Which scores are better. */
  @ApiProperty({ enum: OPTIMIZATION_DIRECTIONS })
  optimization_direction: OptimizationDirection;

  /** Smallest score. */
  lower_bound: number | null;

  /** Largest score. */
  upper_bound: number | null;
}

/** Annotators write a text. */
export class FreeformAnnotationConfigItem extends ConfigItem {
  @ApiProperty({ enum: ['FREEFORM'] })
  type: 'FREEFORM';

  /** Which scores are better. */
  @ApiProperty({ type: String, enum: OPTIMIZATION_DIRECTIONS, nullable: true })
  optimization_direction: OptimizationDirection | null;

  /** The score from which an annotation is good. */
  threshold: number | null;

  /** Smallest score. */
  lower_bound: number | null;

  /** Largest score. */
  upper_bound: number | null;
}

export type AnnotationConfigItem =
  | CategoricalAnnotationConfigItem
  | ContinuousAnnotationConfigItem
  | FreeformAnnotationConfigItem;

const KINDS = [
  CategoricalAnnotationConfigItem,
  ContinuousAnnotationConfigItem,
  FreeformAnnotationConfigItem,
];
const oneOf = KINDS.map((kind) => ({ $ref: getSchemaPath(kind) }));

/** One annotation config. */
@ApiExtraModels(...KINDS)
export class AnnotationConfigAnswer {
  @ApiProperty({ oneOf })
  data: AnnotationConfigItem;
}

/** A page of annotation configs. */
@ApiExtraModels(...KINDS)
export class AnnotationConfigItemPage {
  @ApiProperty({ type: 'array', items: { oneOf } })
  data: AnnotationConfigItem[];

  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}

/** @param rows one more than `limit` if there is a next page. */
export function toConfigPage(
  rows: readonly AnnotationConfigEntity[],
  limit: number,
): AnnotationConfigItemPage {
  const next = rows[limit];
  return {
    data: rows.slice(0, limit).map(toConfigItem),
    next_cursor: next ? toConfigId(next) : null,
  };
}

export function toConfigItem(row: AnnotationConfigEntity): AnnotationConfigItem {
  const { type, name, description } = row;
  const common = { id: toConfigId(row), name, description };
  const bounds = { lower_bound: row.lowerBound, upper_bound: row.upperBound };
  if (type === 'FREEFORM') {
    const { optimizationDirection: optimization_direction, threshold } = row;
    return { ...common, type, optimization_direction, threshold, ...bounds };
  }
  const optimization_direction = row.optimizationDirection ?? 'NONE';
  if (type === 'CONTINUOUS') return { ...common, type, optimization_direction, ...bounds };
  const values = (row.values ?? []).map(({ label, score }) => ({ label, score }));
  return { ...common, type, optimization_direction, values };
}
