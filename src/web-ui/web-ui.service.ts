import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { SignInMethodsService } from '../auth/sign-in-methods/sign-in-methods.service.js';
import { escapeHtml, jsonForScript } from '../kernel/http/html.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { pageConfig } from './page-config.js';

/** The build output of the web UI. This file is compiled to `dist/src/web-ui/`. */
export const WEB_ROOT = resolve(import.meta.dirname, '../../web');

const HEAD = '<head>';

@Injectable()
export class WebUiService {
  /** The built page, split after the opening tag of its head. */
  private page: [start: string, rest: string] | null = null;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly signInMethods: SignInMethodsService,
  ) {}

  /**
   * Returns the page of the application for the public root path, or null if it is not built.
   * @param nonce allows the styles that the page creates.
   */
  indexPage(nonce: string): string | null {
    this.page ??= this.readPage();
    if (this.page === null) return null;
    const [start, rest] = this.page;
    return `${start}\n    <meta name="csp-nonce" content="${nonce}" />${rest}`;
  }

  private readPage(): [start: string, rest: string] | null {
    const path = join(WEB_ROOT, 'index.html');
    if (!existsSync(path)) return null;
    const built = readFileSync(path, 'utf8');
    const at = built.indexOf(HEAD) + HEAD.length;
    const config = jsonForScript(pageConfig(this.env, this.signInMethods.listOffers()));
    // The base must come first, because all URLs after it are relative to it.
    const base = `\n    <base href="${escapeHtml(this.env.rootPath)}/" />`;
    const data = `\n    <script type="application/json" id="spandrel-config">${config}</script>`;
    return [built.slice(0, at) + base, data + built.slice(at)];
  }
}
