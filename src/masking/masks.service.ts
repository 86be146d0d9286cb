import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { UnavailableError } from '../kernel/errors/errors.js';
import { unlimited } from '../kernel/http/request-context.js';
import { compileMask, type Mask } from './mask.contract.js';
import type { Masks } from './masks.contract.js';
import { listAllRules } from './masks.queries.js';
import { BackgroundLoops } from '../database/background-loops.js';

/** After a change on another server, spans are masked by the old rules for at most this long. */
const REFRESH_MS = 5_000;

const RETRY_AFTER_SECONDS = 2;

/** Keeps the compiled masks of all projects in memory, because every span needs one. */
@Injectable()
export class MasksService implements Masks, OnApplicationBootstrap {
  /** The masks by name of the project; null until they have been read. */
  private masks: ReadonlyMap<string, { mask: Mask | null; updatedAt: string }> | null = null;
  private lastTurn = 0;
  private shownTurn = 0;

  constructor(
    private readonly database: DatabaseWriter,
    loops: BackgroundLoops,
  ) {
    loops.addTimer({
      name: 'masks',
      description: 'reads the rules for [masking](masking.md) that other servers have changed',
      everyMs: REFRESH_MS,
      run: () => this.refresh(),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    // The schema is generated without a database.
    if (!this.database.isOpen) return;
    // Without them, spans would be stored unmasked.
    await this.refresh();
  }

  readonly of = (projectName: string): Mask | null => {
    if (!this.masks) throw new UnavailableError('The server is starting.', RETRY_AFTER_SECONDS);
    return this.masks.get(projectName)?.mask ?? null;
  };

  /** Reads what has changed. */
  async refresh(): Promise<void> {
    const turn = ++this.lastTurn;
    // A request that changes them may not reach those of other projects.
    const rows = await unlimited(() => listAllRules(this.database));
    // One that began later may have ended before.
    if (turn < this.shownTurn) return;
    this.shownTurn = turn;
    const known = this.masks;
    this.masks = new Map(
      rows.map(({ name, rules, updatedAt }) => {
        const before = known?.get(name);
        const isSame = before?.updatedAt === updatedAt;
        return [name, isSame ? before : { mask: compileMask(rules), updatedAt }];
      }),
    );
  }
}
