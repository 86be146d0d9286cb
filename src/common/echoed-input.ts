import { stringifyJson } from './json.js';

const LONGEST = 200;

/** What a violation shows of the input: nothing when it is large or absurdly deep. */
export function echoedInput(value: unknown): unknown {
  try {
    return stringifyJson(value).length > LONGEST ? undefined : value;
  } catch {
    return undefined;
  }
}
