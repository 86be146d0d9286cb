import { Injectable } from '@nestjs/common';
import { ProjectActivityQueries } from './project-activity.queries.js';

@Injectable()
export class ProjectActivityService {
  constructor(private readonly queries: ProjectActivityQueries) {}

  /** When any project was edited or got a span; null while there is no project. */
  last(): Promise<string | null> {
    return this.queries.last();
  }
}
