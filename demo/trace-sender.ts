import { context, type HrTime, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { SpanPlan, TracePlan } from './span-plan.js';

/** Sends planned traces through the OpenTelemetry SDK, with one tracer provider per project. */
export class TraceSender {
  private readonly providers = new Map<string, BasicTracerProvider>();

  /** @param key an API key; empty if the server requires none. */
  constructor(
    private readonly endpoint: string,
    private readonly key: string,
  ) {}

  /** Returns the trace ID once the server has acknowledged the trace. */
  async send(plan: TracePlan): Promise<string> {
    const provider = this.provider(plan.project);
    const tracer = provider.getTracer('spandrel-demo');
    const { traceId } = this.play(tracer, plan.root, plan.startTimeMs);
    await provider.forceFlush();
    return traceId;
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
    parent = context.active(),
  ): { traceId: string; endMs: number } {
    const span = tracer.startSpan(
      plan.name,
      { startTime: hrTime(startMs), attributes: plan.attributes },
      parent,
    );
    const inside = trace.setSpan(parent, span);
    const childrenStart = startMs + plan.beforeMs;
    let childrenEnd = childrenStart;
    for (const child of plan.children ?? []) {
      const begin = plan.parallel ? childrenStart : childrenEnd;
      childrenEnd = Math.max(childrenEnd, this.play(tracer, child, begin, inside).endMs);
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

/** Converts to seconds and nanoseconds without losing fractions of a millisecond. */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
