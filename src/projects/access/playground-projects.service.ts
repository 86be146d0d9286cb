import { Inject, Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { unlimited } from '../../kernel/http/request-context.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { PlaygroundProjectsQueries } from './playground-projects.queries.js';

/** The project with what everyone tries. */
const SHARED = 'playground';

/**
 * Decides where the traces of what people try are stored: chats in the playground, and tests of
 * evaluators and rules.
 */
@Injectable()
export class PlaygroundProjectsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly queries: PlaygroundProjectsQueries,
    private readonly access: ProjectAccessReader,
  ) {}

  /**
   * Returns the name of the project for what somebody tries. That is `playground`, which everyone reads,
   * unless they read a private project: then what they try may contain text from there, and is stored in a
   * private project of their own. Null to store it nowhere, for a system key that reads one, or if the project
   * of their own is no longer theirs alone.
   */
  async choose({ userId, role, isSystem, key }: Identity): Promise<string | null> {
    if (!this.env.auth.isEnabled) return SHARED;
    const name = nameOfOwn(userId);
    const readsAll = role === 'ADMIN' || (isSystem && key?.project != null);
    return unlimited(async () => {
      if (!(await this.queries.readsPrivate(userId, name, readsAll))) return SHARED;
      return userId === null || isSystem ? null : this.findOrCreate(name, userId);
    });
  }

  private async findOrCreate(name: string, userId: number): Promise<string | null> {
    if (await this.queries.isOwn(name, userId)) return name;
    await this.queries.create(name, userId);
    this.access.forget();
    return (await this.queries.isOwn(name, userId)) ? name : null;
  }
}

function nameOfOwn(userId: number | null): string {
  return `${SHARED} of user ${userId}`;
}
