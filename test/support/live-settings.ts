import { PROVIDER_VARIABLES } from '../../src/common/model-providers/model-providers.js';
import type { Env } from '../../src/config/env.js';

/** The variables that no part of the server keeps a copy of, so a running server can follow them. */
const LIVE = new Set<string>([
  ...PROVIDER_VARIABLES,
  'SPANDREL_API_KEY_MAX_LIFETIME_DAYS',
  'SPANDREL_OAUTH2_CONSENT_ORIGIN_CHECK',
  'SPANDREL_REQUIRE_SECOND_FACTOR',
]);

/** Returns whether a running server can take over a variable. */
export function isLive(variable: string): boolean {
  return LIVE.has(variable);
}

/** Makes the settings of a running server equal to others, in place, because its parts hold on to them. */
export function replaceSettings(running: Env, next: Env): void {
  replaceProperties(running as unknown as Settings, next as unknown as Settings);
}

type Settings = Record<string, unknown>;

function replaceProperties(running: Settings, next: Settings): void {
  for (const [name, value] of Object.entries(next)) {
    const before = running[name];
    if (isPlain(before) && isPlain(value)) replaceProperties(before, value);
    else if (before instanceof Map && value instanceof Map) replaceEntries(before, value);
    else running[name] = value;
  }
}

function replaceEntries(running: Map<unknown, unknown>, next: Map<unknown, unknown>): void {
  running.clear();
  for (const [key, value] of next) running.set(key, value);
}

function isPlain(value: unknown): value is Settings {
  return value !== null && typeof value === 'object' && value.constructor === Object;
}
