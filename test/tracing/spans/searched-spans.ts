import type { TestServer } from '../../support/server.js';

export interface SearchedSpan {
  id: string;
  trace: string;
  session: string;
  name: string;
  start: number;
  kind: string;
  texts: string[];
}

const FREQUENT = 'order weather ticket summary carefully context'.split(' ');
/** Each is in a few spans, somewhere in their texts. */
const RARE = [
  'zanzibar',
  'Refundierung',
  'naïveté',
  'ΟΔΥΣΣΕΥΣ',
  'İzmir',
  'straße',
  '東京タワー',
  '有給休暇',
  '机器学习',
  '서울특별시',
  'กรุงเทพ',
  '🚀🛰️',
  '𝒳𝒴',
  '100%_done\\now',
  `it's "quoted"`,
  'ORD-2024-000173',
  '3f2a9c41e7d04b6f',
];

const FIRST = Date.parse('2026-03-01T00:00:00Z');

/**
 * Makes spans in traces of five, with rare words in different fields.
 * @param every how many spans there are for each with a rare word.
 */
export function makeSpans(count: number, every = 37): SearchedSpan[] {
  return Array.from({ length: count }, (_, n) => {
    const word = (step: number) => FREQUENT[(n * 7 + step * 3) % FREQUENT.length]!;
    const rare = n % every === 5 ? RARE[Math.floor(n / every) % RARE.length]! : '';
    const place = Math.floor(n / every) % 6;
    const at = (own: number) => (place === own ? ` ${rare} ` : ' ');
    return {
      id: `span-${n}`,
      trace: `trace-${Math.floor(n / 5)}`,
      session: `session-${Math.floor(n / 15)}`,
      kind: n % 3 === 0 ? 'LLM' : 'TOOL',
      name: `step${at(0)}${n % 11}`.trim(),
      // Not in the order in which they are sent.
      start: FIRST + (n - (n % 50) * 9) * 60_000,
      texts: [
        `${word(1)} ${word(2)}${at(1)}${word(3)}`,
        `a long text ${'about nothing '.repeat(30)}${at(2)}${word(4)}`,
        `tenant${at(3)}${n % 4}`,
        `message ${word(5)}${at(4)}`,
        `failed${at(5)}`,
      ],
    };
  });
}

/** Sends the spans, and returns the row ID of their project. */
export async function sendSearched(
  server: TestServer,
  project: string,
  spans: readonly SearchedSpan[],
): Promise<number> {
  for (let at = 0; at < spans.length; at += 500) {
    const data = spans.slice(at, at + 500).map(({ texts, ...span }) => ({
      name: span.name,
      context: { trace_id: `${project}-${span.trace}`, span_id: `${project}-${span.id}` },
      span_kind: span.kind,
      parent_id: null,
      start_time: new Date(span.start).toISOString(),
      end_time: new Date(span.start + 1000).toISOString(),
      status_code: 'ERROR',
      status_message: texts[4],
      attributes: {
        'input.value': texts[0],
        'session.id': `${project}-${span.session}`,
        'output.value': texts[1],
        'metadata.tenant': texts[2],
        'llm.input_messages': [{ message: { role: 'user', content: texts[3] } }],
      },
    }));
    await server.request.post(`/v1/projects/${project}/spans`).send({ data }).expect(202);
  }
  const [row] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
    project,
  ]);
  return row!.id;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** The folded texts of spans, because every search looks at all spans. */
const foldedTexts = new WeakMap<SearchedSpan, string[]>();

/** Whether each part is in a text of the span. */
export function holds(span: SearchedSpan, parts: readonly string[]): boolean {
  const folded = foldedTexts.get(span) ?? [span.name, ...span.texts, 'user'].map(fold);
  foldedTexts.set(span, folded);
  return parts.map(fold).every((part) => folded.some((text) => text.includes(part)));
}
