import type { FileHandle } from 'node:fs/promises';
import { SPOOLED_IN_MEMORY_BYTES } from '../contents/limits.js';
import type { UploadSpace } from './upload-space.js';

const PAGE_BYTES = 64 * 1024;
const READ_BYTES = 256 * 1024;

/**
 * Bytes that are written once, partly in memory and the rest on disk, and can be read repeatedly.
 */
export class Spool {
  /** The part that is not on disk: full pages, and the page being filled. */
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

  /** Copies bytes. Call `flush` when `isFull`. */
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

  /** Returns whether there is enough in memory for `flush` to write. */
  get isFull(): boolean {
    return this.memoryBytes > SPOOLED_IN_MEMORY_BYTES;
  }

  /**
   * Writes to disk if there is too much in memory.
   * @throws UnavailableError if there is no room on disk.
   */
  async flush(): Promise<void> {
    if (!this.isFull) return;
    this.space.reserve(this.memoryBytes);
    const position = this.fileBytes;
    this.fileBytes += this.memoryBytes;
    this.memoryBytes = 0;
    this.writing = this.write(this.takePages(), position);
    await this.writing;
  }

  /** Yields everything that was written, from the beginning. */
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

  /** Releases memory and disk space. Must be called in the end. */
  async close(): Promise<void> {
    // The caller of `flush` has already received its error.
    await this.writing?.catch(() => undefined);
    this.space.release(this.fileBytes);
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

const PREFIX_BYTES = 4;

/** A list of byte strings in a spool, read in the order they were written. */
export class FramedSpool {
  private readonly spool: Spool;
  private readonly prefix = Buffer.alloc(PREFIX_BYTES);
  count = 0;

  constructor(space: UploadSpace) {
    this.spool = new Spool(space);
  }

  append(frame: Buffer): void {
    this.prefix.writeUInt32LE(frame.length);
    this.spool.append(this.prefix);
    this.spool.append(frame);
    this.count += 1;
  }

  flush(): Promise<void> {
    return this.spool.flush();
  }

  async *read(): AsyncGenerator<Buffer> {
    let parts: Buffer[] = [];
    let held = 0;
    let needed = PREFIX_BYTES;
    for await (const chunk of this.spool.read()) {
      parts.push(chunk);
      held += chunk.length;
      if (held < needed) continue;
      let rest = parts.length === 1 ? chunk : Buffer.concat(parts, held);
      needed = findFrameEnd(rest);
      while (rest.length >= needed) {
        yield rest.subarray(PREFIX_BYTES, needed);
        rest = rest.subarray(needed);
        needed = findFrameEnd(rest);
      }
      parts = [rest];
      held = rest.length;
    }
  }

  close(): Promise<void> {
    return this.spool.close();
  }
}

/** Returns the end of the first frame; beyond the given bytes if they do not include its size. */
function findFrameEnd(bytes: Buffer): number {
  return PREFIX_BYTES + (bytes.length < PREFIX_BYTES ? 0 : bytes.readUInt32LE());
}
