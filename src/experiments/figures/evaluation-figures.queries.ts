import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What the evaluations of one name in an experiment add up to. */
export interface EvaluationFigures {
  experimentId: number;
  annotationName: string;
  count: number;
  errorCount: number;
  labelCount: number;
  scoreCount: number;
  /** Null without scores, as are the two that follow. */
  minScore: number | null;
  maxScore: number | null;
  meanScore: number | null;
}

/** One label of the evaluations of one name in an experiment. */
export interface LabelFigures {
  experimentId: number;
  annotationName: string;
  label: string;
  count: number;
}

/** Between which values the scores of one name are in the experiments of a dataset. */
export interface DatasetScores {
  datasetId: number;
  annotationName: string;
  minScore: number | null;
  maxScore: number | null;
}

/** Sums over the evaluations of experiments, read off a covering index but for labels. */
@Injectable()
export class EvaluationFiguresQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** By name. */
  ofExperiments(ids: readonly number[]): Promise<EvaluationFigures[]> {
    return this.dataSource.query(
      `SELECT a.experiment_id AS "experimentId", a.name AS "annotationName", count(*) AS count,
              count(*) FILTER (WHERE a.is_failed) AS "errorCount",
              count(*) FILTER (WHERE a.has_label) AS "labelCount",
              count(a.score) AS "scoreCount", min(a.score) AS "minScore",
              max(a.score) AS "maxScore", avg(a.score) AS "meanScore"
         FROM experiment_run_annotations a WHERE a.experiment_id = ANY($1)
        GROUP BY a.experiment_id, a.name ORDER BY a.name COLLATE "C"`,
      [ids],
    );
  }

  /** The most frequent first. */
  labelsOf(experimentIds: readonly number[]): Promise<LabelFigures[]> {
    return this.dataSource.query(
      `SELECT a.experiment_id AS "experimentId", a.name AS "annotationName", a.label,
              count(*) AS count
         FROM experiment_run_annotations a
        WHERE a.experiment_id = ANY($1) AND a.has_label
        GROUP BY a.experiment_id, a.name, a.label ORDER BY count(*) DESC, a.label COLLATE "C"`,
      [experimentIds],
    );
  }

  /** By name. */
  ofDatasets(ids: readonly number[], includeEphemeral: boolean): Promise<DatasetScores[]> {
    return this.dataSource.query(
      `SELECT e.dataset_id AS "datasetId", a.name AS "annotationName", min(a.score) AS "minScore",
              max(a.score) AS "maxScore"
         FROM experiments e JOIN experiment_run_annotations a ON a.experiment_id = e.id
        WHERE e.dataset_id = ANY($1) AND ($2 OR NOT e.is_ephemeral)
        GROUP BY e.dataset_id, a.name ORDER BY a.name COLLATE "C"`,
      [ids, includeEphemeral],
    );
  }
}
