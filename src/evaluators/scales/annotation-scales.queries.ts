import { Injectable } from '@nestjs/common';
import {
  AnnotationConfigEntity,
  type ConfigLabel,
  type OptimizationDirection,
} from '../../annotations/configs/annotation-config.entity.js';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import type { EvaluatorEntity } from '../evaluator.entity.js';
import type { OutputConfig } from '../evaluation/output-config.js';

/** The columns of an annotation config that describe the values of its annotations. */
export type ConfigScaleRow = Pick<
  AnnotationConfigEntity,
  'name' | 'optimizationDirection' | 'lowerBound' | 'upperBound' | 'threshold'
> & { values: ConfigLabel[] | null; optimizationDirection: OptimizationDirection };

/** An evaluator under the name of its evaluations. */
export interface EvaluatorScaleRow {
  /** The dataset or project that uses it. */
  ownerId: number;
  name: string;
  kind: EvaluatorEntity['kind'];
  evaluatorName: string;
  /** Those of the dataset, or else of the evaluator; null for a built-in one, which has them in code. */
  outputConfigs: OutputConfig[] | null;
}

/** SQL for what is known about the values of annotations. */
@Injectable()
export class AnnotationScalesQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** All configs that say which scores are better, or that neither are. */
  listConfigs(): Promise<ConfigScaleRow[]> {
    return this.reader.query(
      `SELECT ${selectColumns(AnnotationConfigEntity, 'c', ['name', 'optimizationDirection', 'values', 'lowerBound', 'upperBound', 'threshold'])}
         FROM annotation_configs c WHERE c.optimization_direction IS NOT NULL`,
      [],
    );
  }

  /** The evaluators that are attached to each dataset. */
  listOfDatasets(datasetIds: readonly number[]): Promise<EvaluatorScaleRow[]> {
    return this.reader.query(
      `SELECT d.dataset_id AS "ownerId", d.name, e.kind, e.name AS "evaluatorName",
              coalesce(d.output_configs, e.output_configs) AS "outputConfigs"
         FROM dataset_evaluators d JOIN evaluators e ON e.id = d.evaluator_id
        WHERE d.dataset_id = ANY($1)`,
      [datasetIds],
    );
  }

  /** The evaluators of the evaluation rules of each project, also of disabled ones. */
  listOfProjects(projectIds: readonly number[]): Promise<EvaluatorScaleRow[]> {
    return this.reader.query(
      `SELECT r.project_id AS "ownerId", r.name, e.kind, e.name AS "evaluatorName",
              e.output_configs AS "outputConfigs"
         FROM evaluation_rules r JOIN evaluators e ON e.id = r.evaluator_id
        WHERE r.project_id = ANY($1)`,
      [projectIds],
    );
  }
}
