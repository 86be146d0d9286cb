import { context, type HrTime, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { SpanPlan, TracePlan } from './span-plan.ts';

/** A span that the server has stored. */
interface SentSpan {
  spanId: string;
  name: string;
  /** Number of documents that it retrieved. */
  documentCount: number;
}

/** A trace that the server has stored. */
export interface SentTrace {
  project: string;
  traceId: string;
  sessionId: string | undefined;
  root: SentSpan;
  /** All spans, parents before their children. */
  spans: SentSpan[];
}

/** Sends planned traces through the OpenTelemetry SDK, with one tracer provider per project. */
export class TraceSender {
  private readonly endpoint: string;
  private readonly key: string;
  private readonly providers = new Map<string, BasicTracerProvider>();

  /** @param key an API key; empty if the server requires none. */
  constructor(endpoint: string, key: string) {
    this.endpoint = endpoint;
    this.key = key;
  }

  /** Returns the trace once the server has acknowledged it. */
  async send({ project, root: plan, startTimeMs }: TracePlan): Promise<SentTrace> {
    const provider = this.provider(project);
    const tracer = provider.getTracer('spandrel-demo');
    const spans: SentSpan[] = [];
    const { traceId } = this.play(tracer, plan, startTimeMs, spans);
    await provider.forceFlush();
    const sessionId = plan.attributes['session.id'];
    return {
      project,
      traceId,
      sessionId: typeof sessionId === 'string' ? sessionId : undefined,
      root: spans[0]!,
      spans,
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.providers.values()].map((provider) => provider.shutdown()));
  }

  private provider(project: string): BasicTracerProvider {
    const known = this.providers.get(project);
    if (known) return known;
    const created = new BasicTracerProvider({
      resource: resourceFromAttributes({
        'service.name': project,
        'openinference.project.name': project,
      }),
      spanProcessors: [
        new BatchSpanProcessor(
          new OTLPTraceExporter({
            url: `${this.endpoint}/v1/traces`,
            headers: this.key ? { Authorization: `Bearer ${this.key}` } : {},
          }),
        ),
      ],
    });
    this.providers.set(project, created);
    return created;
  }

  /** Starts and ends the span and its children at the planned times. */
  private play(
    tracer: Tracer,
    plan: SpanPlan,
    startMs: number,
    sent: SentSpan[],
    parent = context.active(),
  ): { traceId: string; endMs: number } {
    const span = tracer.startSpan(
      plan.name,
      { startTime: hrTime(startMs), attributes: plan.attributes },
      parent,
    );
    sent.push({
      spanId: span.spanContext().spanId,
      name: plan.name,
      documentCount: countDocuments(plan),
    });
    const inside = trace.setSpan(parent, span);
    const childrenStart = startMs + plan.beforeMs;
    let childrenEnd = childrenStart;
    for (const child of plan.children ?? []) {
      const begin = plan.parallel ? childrenStart : childrenEnd;
      childrenEnd = Math.max(childrenEnd, this.play(tracer, child, begin, sent, inside).endMs);
    }
    const endMs = childrenEnd + plan.afterMs;
    if (plan.exception) {
      const { type, message, stack } = plan.exception;
      span.addEvent(
        'exception',
        { 'exception.type': type, 'exception.message': message, 'exception.stacktrace': stack },
        hrTime(endMs),
      );
      span.setStatus({ code: SpanStatusCode.ERROR, message: `${type}: ${message}` });
    } else {
      span.setStatus({ code: SpanStatusCode.OK });
    }
    span.end(hrTime(endMs));
    return { traceId: span.spanContext().traceId, endMs };
  }
}

function countDocuments({ attributes }: SpanPlan): number {
  const ids = /^retrieval\.documents\.\d+\.document\.id$/;
  return Object.keys(attributes).filter((key) => ids.test(key)).length;
}

/** Converts to seconds and nanoseconds without losing fractions of a millisecond. */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
