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
  Split,
  Workflow,
  Wrench,
} from 'lucide-react';
import {
  SPAN_KIND_LABEL,
  type SpanKind,
  getSpanKindColor,
  getSpanKindGround,
} from './span-kinds.js';
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
  decision: Split,
  evaluator: Gauge,
  prompt: MessageSquareText,
  unknown: CircleDashed,
};

interface SpanKindIconProps {
  kind: SpanKind;
  size?: number;
  /**
   * Shows the kind in the browser’s own tooltip, for long lists whose rows come and go by the
   * hundred.
   */
  light?: boolean;
}

/** The icon of a span kind in its color, with a tooltip and a name for screen readers. */
export function SpanKindIcon({ kind, size = 16, light = false }: SpanKindIconProps) {
  const Icon = ICON[kind];
  const icon = (
    <span
      className={classes.icon}
      title={light ? SPAN_KIND_LABEL[kind] : undefined}
      style={{
        color: getSpanKindColor(kind),
        background: getSpanKindGround(kind),
        width: size + 6,
        height: size + 6,
      }}
    >
      <Icon size={size - 2} strokeWidth={2} aria-hidden />
      <VisuallyHidden>{SPAN_KIND_LABEL[kind]}</VisuallyHidden>
    </span>
  );
  return light ? icon : <Tooltip label={SPAN_KIND_LABEL[kind]}>{icon}</Tooltip>;
}

/** The icon and name of a span kind on its tinted background. */
export function SpanKindChip({ kind }: { kind: SpanKind }) {
  const Icon = ICON[kind];
  return (
    <span
      className={classes.chip}
      style={{ color: getSpanKindColor(kind), background: getSpanKindGround(kind) }}
    >
      <Icon size={13} strokeWidth={2} aria-hidden />
      {SPAN_KIND_LABEL[kind]}
    </span>
  );
}
