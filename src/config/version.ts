import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** package.json is two folders above the sources and three above the compiled files in `dist/`. */
const manifest = ['../..', '../../..']
  .map((up) => resolve(import.meta.dirname, up, 'package.json'))
  .find((path) => existsSync(path));

/** The product version, from package.json. */
export const PRODUCT_VERSION = manifest
  ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  : '0.0.0';

/**
 * The compatibility level announced to the published clients, which refuse calls that need a newer
 * one. A plain X.Y.Z of integers: the Python client parses each part with `int()`.
 */
export const COMPATIBILITY_VERSION = '20.26.1';
