import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '../../../kernel/errors/errors.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';

/** How many uploads of maximum size fit at the same time. */
const MAX_AT_ONCE = 4;

/**
 * Disk space in the working directory for uploads while they are read. The total is limited,
 * because the database may be on the same disk.
 */
@Injectable()
export class UploadSpace {
  private readonly directory: string;
  private readonly maxBytes: number;
  private taken = 0;

  constructor(@Inject(ENV) env: Pick<Env, 'workingDir' | 'uploads'>) {
    this.directory = join(resolve(env.workingDir), 'uploads');
    this.maxBytes = MAX_AT_ONCE * env.uploads.maxBytes;
  }

  /** @throws UnavailableError if other uploads use all the space. */
  reserve(bytes: number): void {
    if (this.taken + bytes > this.maxBytes) {
      throw new UnavailableError(
        'The server is processing too many uploads. Try again in 5 seconds.',
        5,
      );
    }
    this.taken += bytes;
  }

  release(bytes: number): void {
    this.taken -= bytes;
  }

  /**
   * Opens an empty file and removes its name, so that nothing remains of it when the server ends.
   */
  async openFile(): Promise<FileHandle> {
    await mkdir(this.directory, { recursive: true });
    const path = join(this.directory, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return file;
  }
}
