import { Tooltip, VisuallyHidden } from '@mantine/core';
import {
  Bot,
  Boxes,
  CircleDashed,
  Gauge,
  ListOrdered,
  type LucideIcon,
  MessageSquareText,
  Search,
  ShieldCheck,
  Sparkles,
  Workflow,
  Wrench,
} from 'lucide-react';
import { SPAN_KIND_LABEL, type SpanKind, spanKindColor, spanKindGround } from '../lib/span-kind.js';
import classes from './span-kind.module.css';

const ICON: Record<SpanKind, LucideIcon> = {
  agent: Bot,
  chain: Workflow,
  llm: Sparkles,
  tool: Wrench,
  retriever: Search,
  reranker: ListOrdered,
  embedding: Boxes,
  guardrail: ShieldCheck,
  evaluator: Gauge,
  prompt: MessageSquareText,
  unknown: CircleDashed,
};

/** The icon of a span kind in its colour, named for screen readers and in a tooltip. */
export function SpanKindIcon({ kind, size = 16 }: { kind: SpanKind; size?: number }) {
  const Icon = ICON[kind];
  return (
    <Tooltip label={SPAN_KIND_LABEL[kind]}>
      <span
        className={classes.icon}
        style={{
          color: spanKindColor(kind),
          background: spanKindGround(kind),
          width: size + 6,
          height: size + 6,
        }}
      >
        <Icon size={size - 2} strokeWidth={2} aria-hidden />
        <VisuallyHidden>{SPAN_KIND_LABEL[kind]}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

/** Icon and word of a span kind on its faint ground. */
export function SpanKindChip({ kind }: { kind: SpanKind }) {
  const Icon = ICON[kind];
  return (
    <span
      className={classes.chip}
      style={{ color: spanKindColor(kind), background: spanKindGround(kind) }}
    >
      <Icon size={13} strokeWidth={2} aria-hidden />
      {SPAN_KIND_LABEL[kind]}
    </span>
  );
}
