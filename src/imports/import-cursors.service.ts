import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ImportCursorEntity } from './import-cursor.entity.js';

/**
 * Remembers how far imports came, so that one that was stopped continues. The database is the right place:
 * a cursor must not outlive the data that it counts as imported (docs/adr/0055-imports.md).
 */
@Injectable()
export class ImportCursorsService {
  constructor(
    @InjectRepository(ImportCursorEntity)
    private readonly cursors: Repository<ImportCursorEntity>,
  ) {}

  /** Returns null if the source was never imported, or completely. */
  async find<T extends object>(source: string): Promise<T | null> {
    const row = await this.cursors.findOneBy({ source });
    return (row?.cursor as T | undefined) ?? null;
  }

  async save(source: string, cursor: object): Promise<void> {
    const row = { source, cursor, updatedAt: () => 'now()' };
    await this.cursors
      .createQueryBuilder()
      .insert()
      .values(row)
      .orUpdate(['cursor', 'updated_at'], ['source'])
      .execute();
  }

  /** Forgets a source that is imported completely, so that the next import looks at all of it. */
  async forget(source: string): Promise<void> {
    await this.cursors.delete({ source });
  }
}
