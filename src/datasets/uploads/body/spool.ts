import type { FileHandle } from 'node:fs/promises';
import { SPOOLED_IN_MEMORY_BYTES } from '../limits.js';
import type { UploadSpace } from './upload-space.js';

const PAGE_BYTES = 64 * 1024;
const READ_BYTES = 256 * 1024;

/**
 * Bytes that are written once and then read, as often as needed: few of them in memory, many on
 * disk. Has to be closed.
 */
export class Spool {
  /** What is not on disk: full pages, and the one being filled. */
  private pages: Buffer[] = [];
  private page = Buffer.alloc(0);
  private pageBytes = 0;
  private memoryBytes = 0;
  private file: FileHandle | undefined;
  private fileBytes = 0;
  private writing: Promise<void> | undefined;

  constructor(private readonly space: UploadSpace) {}

  get size(): number {
    return this.fileBytes + this.memoryBytes;
  }

  /** Copies bytes. `settle` has to be called now and then. */
  append(bytes: Buffer): void {
    let from = 0;
    while (from < bytes.length) {
      if (this.pageBytes === this.page.length) this.turnPage();
      const copied = bytes.copy(this.page, this.pageBytes, from);
      this.pageBytes += copied;
      from += copied;
    }
    this.memoryBytes += bytes.length;
  }

  /** Whether so much waits in memory that `settle` has something to do. */
  get isFull(): boolean {
    return this.memoryBytes > SPOOLED_IN_MEMORY_BYTES;
  }

  /**
   * Writes to disk what is too much for memory.
   * @throws UnavailableError when there is no room on disk.
   */
  async settle(): Promise<void> {
    if (!this.isFull) return;
    this.space.take(this.memoryBytes);
    const position = this.fileBytes;
    this.fileBytes += this.memoryBytes;
    this.memoryBytes = 0;
    this.writing = this.write(this.takePages(), position);
    await this.writing;
  }

  /** Everything that was written, from its beginning. */
  async *read(): AsyncGenerator<Buffer> {
    let position = 0;
    while (this.file && position < this.fileBytes) {
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, this.fileBytes - position));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw new Error('A spooled upload is shorter than it was.');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    yield* this.pages;
    if (this.pageBytes > 0) yield this.page.subarray(0, this.pageBytes);
  }

  /** Forgets everything. */
  async close(): Promise<void> {
    // Whatever went wrong with it was told whoever settled.
    await this.writing?.catch(() => undefined);
    this.space.give(this.fileBytes);
    this.takePages();
    this.memoryBytes = this.fileBytes = 0;
    const { file } = this;
    this.file = undefined;
    await file?.close();
  }

  private async write(pages: Buffer[], position: number): Promise<void> {
    this.file ??= await this.space.openFile();
    const { bytesWritten } = await this.file.writev(pages, position);
    if (position + bytesWritten < this.fileBytes) throw new Error('The disk is full.');
  }

  private turnPage(): void {
    if (this.pageBytes > 0) this.pages.push(this.page);
    this.page = Buffer.allocUnsafeSlow(PAGE_BYTES);
    this.pageBytes = 0;
  }

  private takePages(): Buffer[] {
    const pages = this.pages;
    if (this.pageBytes > 0) pages.push(this.page.subarray(0, this.pageBytes));
    this.pages = [];
    this.page = Buffer.alloc(0);
    this.pageBytes = 0;
    return pages;
  }
}
