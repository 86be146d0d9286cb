import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** When something happened in a project; null where nothing did. */
export interface ProjectActivity {
  projectId: number;
  /** Start of the first trace. */
  firstStart: string | null;
  /** When the newest span was stored. */
  lastIngested: string | null;
}

/** Answers that are read off the ends of indexes, cheap enough to be polled. */
@Injectable()
export class ProjectActivityQueries {
  constructor(private readonly dataSource: DataSource) {}

  ofProjects(projectIds: readonly number[]): Promise<ProjectActivity[]> {
    return this.dataSource.query(
      `SELECT project.id AS "projectId",
              (SELECT t.start_time FROM traces t WHERE t.project_id = project.id
                ORDER BY t.start_time, t.id LIMIT 1) AS "firstStart",
              (SELECT s.ingested_at FROM spans s WHERE s.project_id = project.id
                ORDER BY s.id DESC LIMIT 1) AS "lastIngested"
         FROM unnest($1::bigint[]) AS project (id)`,
      [projectIds],
    );
  }

  /** When any project was edited or got a span; null while there is no project. */
  async last(): Promise<string | null> {
    const [row] = await this.dataSource.query<{ last: string | null }[]>(
      `SELECT greatest((SELECT max(updated_at) FROM projects),
                       (SELECT ingested_at FROM spans ORDER BY id DESC LIMIT 1)) AS last`,
    );
    return row?.last ?? null;
  }
}
