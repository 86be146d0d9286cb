import { Random } from './random.ts';
import { chatSession } from './scenarios/chat.ts';
import { docsRag } from './scenarios/docs-rag.ts';
import { invoiceVision } from './scenarios/invoice-vision.ts';
import { releaseNotes } from './scenarios/release-notes.ts';
import { researchAgent } from './scenarios/research-agent.ts';
import type { TracePlan } from './span-plan.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of traces of each story, about three hundred in total. */
const SESSIONS = 36;
const AGENT_RUNS = 70;
const RAG_ANSWERS = 64;
const INVOICES = 40;
const RELEASES = 24;

/**
 * Plans about three hundred traces in five projects over the last seven days, oldest first. The newest
 * is a minute old, and there are more by day than by night.
 */
export function stories(nowMs: number, seed = 7): TracePlan[] {
  const random = new Random(seed);
  const some = <T>(count: number, make: (random: Random, start: number, index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(random, moment(random, nowMs), index));
  return [
    ...some(SESSIONS, chatSession).flat(),
    ...some(AGENT_RUNS, researchAgent),
    ...some(RAG_ANSWERS, docsRag),
    ...some(INVOICES, invoiceVision),
    ...some(RELEASES, releaseNotes),
  ].toSorted((a, b) => a.startTimeMs - b.startTimeMs);
}

/** Returns a time in the last week; half of the times are within the last day. */
function moment(random: Random, nowMs: number): number {
  const span = random.chance(0.5) ? DAY_MS : 7 * DAY_MS;
  for (;;) {
    const at = nowMs - 15 * 60_000 - random.next() * (span - 15 * 60_000);
    const hour = new Date(at).getUTCHours();
    if ((hour >= 7 && hour < 20) || random.chance(0.35)) return at;
  }
}
