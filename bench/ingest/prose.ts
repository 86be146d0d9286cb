import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READMES = ['node_modules/*/README.md', 'node_modules/@*/*/README.md'];
const SENTENCE_LENGTH = 60;
const MARKUP = /\]\(|https?:|[<>|{}=;`\\]/;

/** Real English text, from the READMEs of installed packages. */
export function proseText(): string {
  const lines = new Set<string>();
  for (const path of READMES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted()) {
    for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
      if (line.length >= SENTENCE_LENGTH && !MARKUP.test(line)) lines.add(line.trim());
    }
  }
  return [...lines].join('\n');
}

/**
 * Returns part of that text, so that compression takes as long as for real prompts and answers.
 * Each call returns a different part.
 */
export function proseSource(): (length: number) => string {
  const text = proseText();
  return (length) => {
    const start = randomInt(text.length - length);
    return text.slice(start, start + length);
  };
}
