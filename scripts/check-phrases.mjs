/**
 * Refuses phrases that are not idiomatic English (docs/style.md, docs/adr/0022-prose-linter.md) in the
 * documentation and in the comments and texts of the code. A phrase may continue on the next line.
 * Prints one line per finding: the file, the line, the phrase and what to write instead.
 */
import { globSync, readFileSync } from 'node:fs';

/** Each phrase with its replacement. A space also matches a line break in a comment or a text. */
const PHRASES = [
  [/meanwhile/, 'since, since then, has since been …'],
  [/belongs? into/, 'belongs in'],
  [/\b(one|somebody|everybody|nobody|whoever)['’]s own\b/, 'your own, its own, their own'],
  [/\bone['’]s\b(?! own)/, 'your, its, their'],
  [/\b(that|which|what|who) (is|are) to (?!say\b)\w+/, 'that should …, that will …, to …'],
  [/\blook(s|ing)? among\b/, 'search, check'],
  [/(^|[.;:] )of (what|which|those who)\b/, 'start with the subject'],
  [/\bthere (is|are|was|were) no such\b/, '… does not exist, … not found'],
  [/\b(is|are|was|be|stays?|stayed) good for\b/, 'is valid for'],
  [/\banew\b/, 'again'],
  [/\bfor ever\b/, 'forever, without an expiry'],
  [/\bfrom (its|the) (start|beginning|first|creation) on\b/, 'since, starting with'],
  [/\bat the most\b/, 'at most, up to'],
  [/\bmakes? nothing of\b/, 'ignores, returns undefined for'],
  [
    /\b(is|are|was|were) no (valid |known )?(number|list|text|id|name|date|time|object|command|dataset|address|option)\b/,
    'is not a …',
  ],
  [/\b(of|in|within|about|at most) so many\b/, 'this many, that many'],
  [/\blies? (in|on|at|there|two|three|beside|below|above)\b/, 'is in, is on'],
  [/\bof no use\b/, 'useless, unused'],
  [/\ball the same\b/, 'anyway'],
  [/\bshall\b/, 'must, will'],
  [/\bnobody foresaw\b/, 'unexpected'],
  [/\bis said (to whom|of|about|in|there)\b/, 'use the active voice'],
  [/\bmade up (by|for|now|here)\b/, 'generated'],
  [/\bin a process of its own\b/, 'in a separate process'],
  [/\bunwanted mail\b/, 'spam'],
  [/\bis not to be\b/, 'must not be'],
];

const FILES = [
  '*.md',
  '.env.example',
  'docs/**/*.md',
  'docker/*',
  '{src,web/src,test,demo,bench,scripts}/**/*.{ts,tsx,mjs}',
];
/** These files quote the phrases. */
const EXCEPT = new Set(['docs/style.md', 'scripts/check-phrases.mjs']);

/** Matches what separates two words: spaces, and line breaks with their comment and quotation marks. */
const GAP = String.raw`(?:\s|['"\x60] \+|(?<=^\s*)(?:\*|//|#|['"\x60])(?=.))+`;
const patterns = PHRASES.map(([phrase, better]) => ({
  pattern: new RegExp(phrase.source.replaceAll(' ', GAP), 'gim'),
  better,
}));

const findings = globSync(FILES)
  .filter((file) => !EXCEPT.has(file))
  .toSorted()
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return patterns.flatMap(({ pattern, better }) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${file}:${line} "${found.replaceAll(/\s+/g, ' ')}": write ${better}`;
      }),
    );
  });
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
