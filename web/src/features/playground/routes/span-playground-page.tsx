import { getRouteApi } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { type Json, parseExactJson } from '../../../lib/json/exact-json.js';
import { type SpanToTry, useSpanToTry } from '../api/span-to-try.js';
import { Playground } from '../components/playground.js';
import { convertSpan } from '../span/convert-span.js';

const route = getRouteApi('/playground/spans/$spanId');

/** The playground with the model call of a span, beside what the model answered then. */
export function SpanPlaygroundPage() {
  const { spanId } = route.useParams();
  const { span, isMissing, error, reload } = useSpanToTry(spanId);
  useBreadcrumbs([
    { label: 'Playground', link: { to: '/playground' } },
    { label: span ? `Try again: ${span.name}` : 'Try again' },
  ]);
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? isMissing) {
    return (
      <EmptyState isPage icon={SearchX} title="Span not found">
        The link is incomplete, or the span has been deleted.
      </EmptyState>
    );
  }
  return span ? <WithSpan key={span.id} span={span} /> : null;
}

function WithSpan({ span }: { span: SpanToTry }) {
  const [original] = useState(() => ({
    span,
    converted: convertSpan(readAttributes(span.attributes)),
  }));
  const { start } = original.converted;
  return <Playground source={`span-${span.id}`} start={start} original={original} />;
}

function readAttributes(text: string): Json {
  try {
    return parseExactJson(text);
  } catch {
    return {};
  }
}
