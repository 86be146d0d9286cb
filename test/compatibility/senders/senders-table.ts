import { existsSync } from 'node:fs';
import type { Call, Sender } from './scenario.js';
import { SENDERS } from './senders.js';

const BEGIN = '<!-- What follows is written by scripts/write-senders.mjs. -->';
const END = '<!-- What was written by scripts/write-senders.mjs ends. -->';

const COLUMNS = [
  'sender',
  'version',
  'driven',
  'how to send',
  'kinds of spans',
  'messages',
  'tools',
  'tokens',
  'cost',
  'sessions',
  'errors',
];

const LANGUAGES: readonly Sender['language'][] = ['Python', 'TypeScript', 'Java', 'command line'];

const SCRIPTS = ['weather.py', 'weather.mjs', 'weather.sh'];

/** Puts the table of all senders into a document, in place of the one that it has. */
export function insertSenders(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`${BEGIN} … ${END} is missing.`);
  return `${before}${BEGIN}\n\n${writeTable()}\n\n${END}${after}`;
}

function writeTable(): string {
  const rows = LANGUAGES.flatMap((language) =>
    SENDERS.filter((sender) => sender.language === language)
      .toSorted((one, other) => compare(one.name.toLowerCase(), other.name.toLowerCase()))
      .map((sender) => writeCells(sender)),
  );
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function writeCells(sender: Sender): string[] {
  const { name, version, recorded, expected } = sender;
  const { kinds, calls, tools, turns, sessions } = expected;
  return [
    escape(name),
    `\`${escape(version)}\``,
    recorded ?? 'written after its documentation',
    writeSetUp(sender),
    [...new Set(Object.values(kinds).flat())].toSorted(compare).join(', '),
    tell(calls.some(({ input, output }) => input !== null || output !== null)),
    tell(tools.length > 0),
    writeTokens(calls),
    tell(calls.some(({ isPriced }) => isPriced)),
    tell(sessions.some((session) => session !== null)),
    tell([...calls, ...turns].some(({ error }) => error !== null)),
  ];
}

/** A sender that was driven has a script, which runs. */
function writeSetUp({ folder, language, setUp }: Sender): string {
  const script = SCRIPTS.find((file) => existsSync(new URL(`${folder}/${file}`, import.meta.url)));
  const links = [
    ...(language === 'command line'
      ? ['[`npx spandrel connect`](command-line.md#coding-agents)']
      : []),
    ...(script ? [`[script](../test/compatibility/senders/${folder}/${script})`] : []),
  ];
  return [`\`${escape(setUp)}\``, ...links].join('; ');
}

function writeTokens(calls: readonly Call[]): string {
  if (calls.every(({ prompt, completion }) => prompt === null && completion === null)) return '–';
  const parts = [
    ...(calls.some(({ cacheRead }) => cacheRead !== null) ? ['cache'] : []),
    ...(calls.some(({ reasoning }) => reasoning !== null) ? ['reasoning'] : []),
  ];
  return ['yes', ...(parts.length > 0 ? [`with ${parts.join(' and ')}`] : [])].join(', ');
}

function tell(isRead: boolean): string {
  return isRead ? 'yes' : '–';
}

function escape(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
