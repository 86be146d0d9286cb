import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';

/** Where the web UI is built to; this file is compiled to `dist/src/web-ui/`. */
export const WEB_ROOT = resolve(import.meta.dirname, '../../web');

@Injectable()
export class WebUiService {
  private page: string | null = null;

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** The application's page, made to work below the public root path; null when it is not built. */
  indexPage(): string | null {
    if (this.page === null) {
      const path = join(WEB_ROOT, 'index.html');
      if (!existsSync(path)) return null;
      const base = `<base href="${this.env.rootPath}/" />`;
      this.page = readFileSync(path, 'utf8').replace('<head>', `<head>\n    ${base}`);
    }
    return this.page;
  }
}
