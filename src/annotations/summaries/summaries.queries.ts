import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import { type AnnotationTarget, NOTE } from '../annotation-target.js';
import type { LabelFigures } from './annotation-summary.js';
import { type FigureSelection, toAnnotationFigureScope } from './figure-scope.js';

/** The name of annotations in a project. */
export interface AnnotationName {
  projectId: number;
  name: string;
}

/** The figures of a label in a bin of time; in bin 0 if there are no bins. */
export type BinFigures = LabelFigures & { projectId: number; bin: number };

/**
 * SQL for the names and summaries of annotations of many projects at once. It reads only covering
 * indexes (`…_project_name`). All results are sorted by name.
 */
@Injectable()
export class SummariesQueries {
  constructor(private readonly reader: DatabaseReader) {}

  readNames(target: AnnotationTarget, projectIds: readonly number[]): Promise<AnnotationName[]> {
    const { named, parameters } = toAnnotationFigureScope(this.reader.distribution, target, {
      projectIds,
      start: null,
      end: null,
    });
    return this.reader.query(
      `${named} SELECT project_id AS "projectId", name FROM named ORDER BY name`,
      parameters,
    );
  }

  readNameCounts(
    { table }: AnnotationTarget,
    projectIds: readonly number[],
  ): Promise<(AnnotationName & { count: number })[]> {
    return this.reader.query(
      `SELECT a.project_id AS "projectId", a.name, count(*) AS count FROM ${table} a
        WHERE a.project_id = ANY($1) AND a.name <> '${NOTE}'
        GROUP BY a.project_id, a.name ORDER BY a.name`,
      [projectIds],
    );
  }

  /**
   * Reads the names of annotations with a score or a label.
   * @throws BadRequestError if a condition takes too long.
   */
  readJudgedNames(target: AnnotationTarget, selection: FigureSelection): Promise<AnnotationName[]> {
    const { named, source, parameters } = toAnnotationFigureScope(
      this.reader.distribution,
      target,
      selection,
    );
    return runFiguresRead(
      this.reader,
      `${named} SELECT project_id AS "projectId", name FROM named
        WHERE EXISTS (SELECT ${source} AND (a.score IS NOT NULL OR a.label IS NOT NULL))
        ORDER BY name`,
      parameters,
    );
  }

  /**
   * Reads sums in which every target has the same weight, however many annotations with the name
   * it has. A target can have several only if one of them has an identifier, which an index tells
   * for each name, so only those names pay for counting the annotations of each target.
   * @param bins the beginnings of the bins to divide the range into; none by default.
   * @throws BadRequestError if a condition, or reading bins, takes too long.
   */
  readSummaries(
    target: AnnotationTarget,
    selection: FigureSelection,
    bins?: readonly Date[],
  ): Promise<BinFigures[]> {
    const { named, annotations, source, parameters } = toAnnotationFigureScope(
      this.reader.distribution,
      target,
      selection,
    );
    const { hasStartTime } = target;
    const start = hasStartTime ? 'a.start_time' : 's.start_time';
    if (bins) parameters.push(bins.map((bin) => bin.toISOString()));
    const bin = bins ? `width_bucket(${start}, $${parameters.length}::timestamptz[]) - 1` : '0';
    const sql = `${named}, chosen AS (
         SELECT named.*, EXISTS (
                  SELECT FROM ${annotations} a
                   WHERE a.project_id = named.project_id AND a.name = named.name
                     AND a.identifier <> '') AS repeats
           FROM named)
       SELECT named.project_id AS "projectId", named.name, figures.*
         FROM chosen AS named
         CROSS JOIN LATERAL (
           SELECT ${bin} AS bin, a.label, count(*) AS count, count(a.score) AS "scoreCount",
                  sum(${boundScore('a.score')}) AS "scoreSum",
                  count(a.score)::float8 AS "scoreWeight", count(a.label)::float8 AS "labelWeight"
             ${source} AND NOT named.repeats
            GROUP BY 1, 2
           UNION ALL
           SELECT each.bin, each.label, count(*), count(each.score),
                  sum(${boundScore('each.score')} / each.scores),
                  sum(1::float8 / each.scores) FILTER (WHERE each.score IS NOT NULL),
                  sum(1::float8 / each.labels) FILTER (WHERE each.label IS NOT NULL)
             FROM (
               SELECT ${bin} AS bin, a.label, a.score, count(a.score) OVER target AS scores,
                      count(a.label) OVER target AS labels
                 ${source} AND named.repeats
               WINDOW target AS (PARTITION BY ${hasStartTime ? 'a.start_time, ' : ''}a.target_id)
             ) AS each
            GROUP BY 1, 2
         ) AS figures
        ORDER BY named.name`;
    const { addSpanCondition, addTraceCondition, addSessionCondition } = selection;
    return bins || addSpanCondition || addTraceCondition || addSessionCondition
      ? runFiguresRead(this.reader, sql, parameters)
      : this.reader.query(sql, parameters);
  }
}

/**
 * PostgreSQL raises an error if a sum or quotient is not a double, so the largest and smallest
 * scores count a little less than they are.
 */
function boundScore(score: string): string {
  return `CASE WHEN abs(${score}) BETWEEN 1e-300 AND 1e300 THEN ${score}
    WHEN abs(${score}) > 1 THEN sign(${score}) * 1e300 WHEN ${score} IS NOT NULL THEN 0 END`;
}
