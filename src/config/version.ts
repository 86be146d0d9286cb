import { createRequire } from 'node:module';
import { findPackageJSON } from 'node:module';

const manifest = findPackageJSON(import.meta.url);

/** The product's own version, from package.json. */
export const PRODUCT_VERSION: string = (
  createRequire(import.meta.url)(manifest ?? '') as { version: string }
).version;

/**
 * The compatibility level announced to the published clients, which refuse calls that are younger
 * than it. A plain X.Y.Z of integers: the Python client parses each part with `int()`.
 */
export const COMPATIBILITY_VERSION = '20.3.0';
