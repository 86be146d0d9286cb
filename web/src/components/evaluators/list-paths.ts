import { isObject, type Json } from '../../lib/json/exact-json.js';

const MAX_DEPTH = 5;
/** Enough to choose from; the user can type any other path. */
const MAX_PATHS = 100;

const PLAIN_NAME = /^[^.[\]"'\s]+$/;

/**
 * Lists the paths into what an evaluator sees, such as `input.messages[0].content`. Of a list, only
 * the first element is entered.
 */
export function listPaths(context: Readonly<Record<string, Json>>): string[] {
  const paths: string[] = [];
  const visit = (path: string, value: Json | undefined, depth: number) => {
    if (paths.length >= MAX_PATHS) return;
    paths.push(path);
    if (depth >= MAX_DEPTH) return;
    if (Array.isArray(value) && value.length > 0) visit(`${path}[0]`, value[0], depth + 1);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const step = toStep(name);
      if (step !== undefined) visit(path + step, member, depth + 1);
    }
  };
  for (const [name, value] of Object.entries(context)) visit(name, value, 1);
  return paths;
}

/** Returns undefined for a name that no path can contain. */
function toStep(name: string): string | undefined {
  if (PLAIN_NAME.test(name)) return `.${name}`;
  if (!name.includes('"')) return `["${name}"]`;
  return name.includes("'") ? undefined : `['${name}']`;
}
