import { DomainError } from '../kernel/errors/errors.js';

/** The origin of something that was refused, such as a line of a file. */
export type Place = string;

interface Refusal {
  what: string;
  message: string;
  count: number;
  examples: Place[];
}

/** Examples of each reason, which are enough to find the cause. */
const EXAMPLES = 5;

/** More reasons than this are counted together, because messages may contain names. */
const REASONS = 200;

/** Statuses of errors that are about one thing, so that the import can go on with the next. */
const REFUSALS = [404, 409, 422];

/** How often a running import tells how far it is. */
const PROGRESS_MS = 2_000;

/** Counts the items that an import stored, and the reasons for those that it refused or left out. */
export class ImportReport {
  private readonly taken = new Map<string, { added: number; known: number }>();
  private readonly refusals = new Map<string, Refusal>();
  private readonly leftOut = new Map<string, { reason: string; count: number }>();
  private readonly notes = new Set<string>();
  private readonly startedAt = performance.now();
  private toldAt = this.startedAt;
  /** When the last spans were taken, by which their rate is told. */
  private spansAt = this.startedAt;

  /** @param say gets lines for the person who waits. */
  constructor(private readonly say: (line: string) => void) {}

  /** Returns whether nothing was refused. */
  get isComplete(): boolean {
    return this.refusals.size === 0;
  }

  /** Counts what is stored now. `known` was stored before. */
  take(what: string, added: number, known = 0): void {
    const total = this.taken.get(what) ?? { added: 0, known: 0 };
    this.taken.set(what, { added: total.added + added, known: total.known + known });
    if (what === 'spans') this.spansAt = performance.now();
  }

  /** Counts what cannot be stored. */
  refuse(what: string, reason: string, place: Place, count = 1): void {
    const message = /[.!?]$/.test(reason) ? reason : `${reason}.`;
    const key = `${what} ${message}`;
    const isKnown = this.refusals.has(key) || this.refusals.size < REASONS;
    const shown = isKnown ? message : 'Other reasons.';
    const refusal = this.refusals.get(isKnown ? key : `${what} other`) ?? {
      what,
      message: shown,
      count: 0,
      examples: [],
    };
    refusal.count += count;
    if (refusal.examples.length < EXAMPLES) refusal.examples.push(place);
    this.refusals.set(isKnown ? key : `${what} other`, refusal);
  }

  /**
   * Counts what cannot be stored because of an error.
   * @throws the error if it stops the whole import.
   */
  refuseFor(error: unknown, what: string, place: Place, count = 1): void {
    if (!(error instanceof DomainError) || !REFUSALS.includes(error.status)) throw error;
    this.refuse(what, error.message, place, count);
  }

  /** Counts what is not meant to be imported. */
  leaveOut(what: string, reason: string): void {
    this.leftOut.set(what, { reason, count: (this.leftOut.get(what)?.count ?? 0) + 1 });
  }

  /** Adds a sentence about what the import does not look at. */
  note(sentence: string): void {
    this.notes.add(sentence);
  }

  /** Reports the progress of the import, unless it did so just now. */
  tell(place: Place): void {
    const now = performance.now();
    if (now - this.toldAt < PROGRESS_MS) return;
    this.toldAt = now;
    this.say(`${this.summary()}, ${this.rate()} spans/s, at ${place}`);
  }

  /** Reports a sentence at once. */
  warn(sentence: string): void {
    this.say(sentence);
  }

  /** The whole report as text. */
  format(source: string): string {
    const seconds = (performance.now() - this.startedAt) / 1000;
    const lines = [`Imported from ${source} in ${seconds.toFixed(1)} s (${this.rate()} spans/s):`];
    for (const [what, { added, known }] of this.taken) {
      const also = known > 0 ? `, and ${count(known)} that were stored already` : '';
      lines.push(`  ${what}: ${count(added)}${also}`);
    }
    if (this.taken.size === 0) lines.push('  nothing');
    if (this.refusals.size > 0) lines.push('Not imported:');
    for (const { what, message, count: refused, examples } of this.refusals.values()) {
      lines.push(`  ${what}: ${count(refused)}. ${message}`);
      for (const place of examples) lines.push(`    ${place}`);
      if (refused > examples.length) lines.push(`    and others`);
    }
    if (this.leftOut.size > 0) lines.push('Left out:');
    for (const [what, { reason, count: number }] of this.leftOut) {
      lines.push(`  ${what}: ${count(number)}. ${reason}`);
    }
    return [...lines, ...this.notes].join('\n');
  }

  private summary(): string {
    const parts = [...this.taken].map(
      ([what, { added, known }]) => `${count(added + known)} ${what}`,
    );
    return parts.length === 0 ? '0 spans' : parts.join(', ');
  }

  private rate(): string {
    const { added, known } = this.taken.get('spans') ?? { added: 0, known: 0 };
    const milliseconds = Math.max(this.spansAt - this.startedAt, 1);
    return count(Math.round(((added + known) * 1000) / milliseconds));
  }
}

const count = (number: number): string => number.toLocaleString('en-US');
