import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../kernel/json/json.js';
import { isJsonObject } from '../kernel/json/json.js';
import { compileMask, type Mask, MASKED } from './mask.contract.js';
import type { MaskRules } from './mask-rules.contract.js';
import { toDottedAttributes } from '../spans/otlp-attributes.js';
import type { SpanRow } from '../tracing/spans/span.entity.js';
import { SpanListsService } from '../tracing/spans/span-lists.service.js';
import { type FullSpan, SpansService } from '../tracing/spans/spans.service.js';

/** A change that the rules would have made to a text or value of a span. */
export interface MaskedPart {
  /** Dotted name of the attribute, or `name`, `statusMessage` or `events`. A name that changes has a part of its own. */
  path: string;
  /** The text around the first change. */
  before: string;
  after: string;
}

/** A stored span with the changes that the rules would have made. */
export interface MaskedSpan {
  row: SpanRow;
  /** The first of them. */
  parts: MaskedPart[];
  partCount: number;
}

/** How many of the newest spans to look at. */
export const PREVIEWED_SPANS = 50;
const SHOWN_PARTS = 10;
/** Characters before the first change, and in all. */
const CONTEXT = 30;
const SHOWN_CHARACTERS = 160;

/** Shows what rules would change, on spans that are stored. */
@Injectable()
export class MaskingPreviewService {
  constructor(
    private readonly spans: SpansService,
    private readonly spanLists: SpanListsService,
  ) {}

  /** Returns those of the newest spans of a project that rules would have changed. */
  async preview(projectId: number, rules: MaskRules): Promise<MaskedSpan[]> {
    const mask = compileMask(rules);
    if (!mask) return [];
    const { rows } = await this.spanLists.list(projectId, { limit: PREVIEWED_SPANS });
    const masked: MaskedSpan[] = [];
    // One after the other, because a payload may be large.
    for (const row of rows.slice(0, PREVIEWED_SPANS)) {
      const [span] = await this.spans.readContent([row]);
      const parts = span ? findParts(span, mask) : [];
      await setImmediate();
      if (parts.length > 0) {
        masked.push({ row, parts: parts.slice(0, SHOWN_PARTS), partCount: parts.length });
      }
    }
    return masked;
  }
}

function findParts({ row, attributes, events }: FullSpan, mask: Mask): MaskedPart[] {
  const parts: MaskedPart[] = [];
  compare(row.name, mask.text(row.name), ['name'], parts);
  compare(row.statusMessage, mask.text(row.statusMessage), ['statusMessage'], parts);
  // Under the names that were sent, of which each is masked as a whole.
  compareEach(toDottedAttributes(attributes), mask, [], parts);
  for (const event of events) {
    compare(event.name, mask.text(event.name), ['events', 'name'], parts);
    compareEach(Object.entries(event.attributes), mask, ['events', 'attributes'], parts);
  }
  return parts;
}

/** Masks each attribute alone, so that it is clear what became of it. */
function compareEach(
  attributes: readonly [string, JsonValue][],
  mask: Mask,
  path: readonly string[],
  parts: MaskedPart[],
): void {
  for (const [key, value] of attributes) {
    const [[name, masked]] = [...mask.attributes([[key, value]])] as [[string, JsonValue]];
    // Also if it is a part of the attribute that a rule names.
    const isWhole = masked === MASKED && value !== MASKED;
    if (!isWhole) compare(key, name, [...path, key], parts);
    compare(value, masked, [...path, key], parts);
  }
}

function compare(
  before: JsonValue,
  after: JsonValue,
  path: readonly string[],
  parts: MaskedPart[],
): void {
  if (before === after) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    const [names, maskedNames] = [Object.keys(before), Object.keys(after)];
    if (names.length === maskedNames.length) {
      for (const [at, name] of names.entries()) {
        const maskedName = maskedNames[at]!;
        compare(name, maskedName, [...path, name], parts);
        compare(before[name] ?? null, after[maskedName] ?? null, [...path, name], parts);
      }
      return;
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    before.forEach((value, place) =>
      compare(value, after[place] ?? null, [...path, String(place)], parts),
    );
    return;
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    parts.push({ path: path.join('.'), ...excerpt(toText(before), toText(after)) });
  }
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function excerpt(before: string, after: string): Pick<MaskedPart, 'before' | 'after'> {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  const start = Math.max(0, same - CONTEXT);
  const cut = (text: string) => {
    const part = text.slice(start, start + SHOWN_CHARACTERS).toWellFormed();
    return `${start > 0 ? '…' : ''}${part}${start + SHOWN_CHARACTERS < text.length ? '…' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
}
