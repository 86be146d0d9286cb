import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../database/database-reader.js';
import { DOCUMENT_ANNOTATIONS } from '../annotation-target.js';
import { type FigureSelection, toAnnotationFigureScope } from '../summaries/figure-scope.js';
import { relevanceSql } from './retrieval-metrics.js';

/** Means over the spans of a project whose documents have scores with a name. */
export interface DocumentFigures {
  projectId: number;
  name: string;
  /** Number of spans. */
  count: number;
  ndcg: number;
  precision: number;
  reciprocalRank: number;
  /** Share of the spans with a relevant document. */
  hitRate: number;
}

/** SQL for the metrics of retrievals of many projects at once. */
@Injectable()
export class DocumentFiguresQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Sorted by name. */
  readNames(projectIds: readonly number[]): Promise<{ projectId: number; name: string }[]> {
    const { named, parameters } = toAnnotationFigureScope(
      this.reader.distribution,
      DOCUMENT_ANNOTATIONS,
      {
        projectIds,
        start: null,
        end: null,
      },
    );
    return this.reader.query(
      `${named} SELECT project_id AS "projectId", name FROM named ORDER BY name`,
      parameters,
    );
  }

  /**
   * Reads the metrics that `RetrievalMetrics` defines, of the first `k` documents or of all. Skips
   * names without scores. Sorted by name.
   */
  readFigures(selection: FigureSelection, k: number | null): Promise<DocumentFigures[]> {
    const { named, source, parameters } = toAnnotationFigureScope(
      this.reader.distribution,
      DOCUMENT_ANNOTATIONS,
      selection,
    );
    const within = (rank: string) => (k === null ? 'true' : `${rank} <= ${k}`);
    return this.reader.query(
      `${named}
       SELECT named.project_id AS "projectId", named.name, figures.*
         FROM named
         CROSS JOIN LATERAL (
           SELECT count(*) AS count, avg(CASE WHEN ideal > 0 THEN gain / ideal ELSE 0 END) AS ndcg,
                  avg(relevant::float8 / ${k === null ? 'length' : k}) AS precision,
                  avg(coalesce(1::float8 / first_relevant, 0)) AS "reciprocalRank",
                  avg((first_relevant IS NOT NULL)::int::float8) AS "hitRate"
             FROM (
               SELECT coalesce(sum(relevance / ln(rank + 1)) FILTER (WHERE ${within('rank')}), 0)
                        AS gain,
                      sum(relevance / ln(ideal_rank + 1)) FILTER (WHERE ${within('ideal_rank')})
                        AS ideal,
                      count(*) FILTER (WHERE relevance > 0 AND ${within('rank')}) AS relevant,
                      min(rank) FILTER (WHERE relevance > 0) AS first_relevant,
                      max(rank) AS length
                 FROM (
                   SELECT document.*, row_number() OVER (
                            PARTITION BY document.start_time, document.target_id
                            ORDER BY document.relevance DESC)::float8 AS ideal_rank
                     FROM (
                       SELECT a.start_time, a.target_id,
                              a.document_position::float8 + 1 AS rank,
                              ${relevanceSql('a.score')} AS relevance, count(a.score) AS scores
                         ${source}
                        GROUP BY a.start_time, a.target_id, a.document_position
                     ) AS document
                 ) AS ranked
                GROUP BY start_time, target_id HAVING sum(scores) > 0
             ) AS retrieval
         ) AS figures
        WHERE figures.count > 0 ORDER BY named.name`,
      parameters,
    );
  }
}
