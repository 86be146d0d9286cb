import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, Download, Link2, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { CostBreakdown } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import { StatusMark } from '../../../components/spans/status-mark.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { describeKept } from '../../../lib/format/kept-because.js';
import { formatExact } from '../../../lib/format/numbers.js';
import type { TraceSummary } from '../api/trace-query.js';
import { useAnnotationSlots } from '../annotation-slots.js';
import { Fact, Facts } from '../detail/facts.js';
import classes from './trace-header.module.css';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import { serverFetch } from '../../../lib/session/server-fetch.js';
import {
  isObject,
  type Json,
  parseExactJson,
  printExactJson,
} from '../../../lib/json/exact-json.js';

interface TraceHeaderProps {
  trace: TraceSummary;
  onRefresh: () => void;
  /** The number of failed spans, and the way through them. */
  failed: ReactNode;
  onOpenAnnotations: () => void;
}

/** The name, status and figures of a trace, with links and downloads. */
export function TraceHeader(props: TraceHeaderProps) {
  const { trace, onRefresh, failed, onOpenAnnotations } = props;
  const { renderChips } = useAnnotationSlots();
  const { rootSpan, errorCount, session, project } = trace;
  const kept = describeKept(trace.keptBecause);
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        {rootSpan ? <SpanKindIcon kind={rootSpan.spanKind} /> : null}
        <h2 className={classes.name} title={rootSpan?.name} dir="auto">
          {rootSpan ? rootSpan.name || '(no name)' : 'Trace without a root span'}
        </h2>
        <div className={classes.actions}>
          <CopyButton value={trace.traceId} label="trace ID" />
          <Action label="Copy link" Icon={Link2} onClick={() => void copyLink()} />
          <CompareLink traceId={trace.traceId} />
          <DownloadButton trace={trace} />
          <Action label="Refresh" Icon={RotateCw} onClick={onRefresh} />
        </div>
      </div>
      <div className={classes.figures}>
        {errorCount > 0 ? (
          failed
        ) : (
          <StatusMark status={rootSpan?.statusCode ?? 'UNSET'} withLabel />
        )}
        <Facts>
          <Fact name="Latency">
            <Duration ms={trace.latencyMs} />
          </Fact>
          {trace.tokenCountTotal > 0 ? (
            <Fact name="Tokens">
              <TokenCount
                total={trace.tokenCountTotal}
                prompt={trace.tokenCountPrompt}
                completion={trace.tokenCountCompletion}
              />
            </Fact>
          ) : null}
          {trace.costSummary.total.cost === null &&
          trace.costSummary.unpricedSpanCount === 0 ? null : (
            <Fact name="Cost">
              <CostBreakdown summary={trace.costSummary} details={trace.costDetailSummaryEntries} />{' '}
              <UnpricedNote counts={trace.costSummary} owner={{ id: trace.id }} />
            </Fact>
          )}
          <Fact name="Spans">
            <span className="numeric">{formatExact(trace.numSpans)}</span>
          </Fact>
          <Fact name="Started">
            <RelativeTime time={trace.startTime} />
          </Fact>
          <Fact name="Project">
            <Link
              to="/projects/$projectId/traces"
              params={{ projectId: project.id }}
              className={classes.link}
              title={project.name}
            >
              {project.name}
            </Link>
          </Fact>
          {session ? (
            <Fact name="Session">
              <Link
                to="/projects/$projectId/sessions/$sessionNodeId"
                params={{ projectId: project.id, sessionNodeId: session.id }}
                className={classes.link}
                title={session.sessionId}
              >
                {session.sessionId}
              </Link>
            </Fact>
          ) : null}
          {trace.userId ? (
            <Fact name="User">
              <span className={classes.clipped} title={trace.userId}>
                {trace.userId}
              </span>
            </Fact>
          ) : null}
          {kept === undefined ? null : <Fact name="Kept">{kept}</Fact>}
          <Fact name="Annotations">{renderChips('trace', trace.id, onOpenAnnotations)}</Fact>
        </Facts>
      </div>
    </header>
  );
}

async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(window.location.href);
  notifications.show({ message: 'Link copied', autoClose: 2000 });
}

function CompareLink({ traceId }: { traceId: string }) {
  const label = 'Compare with another trace';
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={label}
        renderRoot={(root) => <Link {...root} to="/compare-traces" search={{ base: traceId }} />}
      >
        <ArrowLeftRight size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function DownloadButton({ trace }: { trace: TraceSummary }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const text = await readTraceAsJson(trace.project.id, trace.traceId);
      saveAsFile(`trace-${trace.traceId}.json`, text);
    } catch (error) {
      notifications.show({
        color: 'red',
        title: 'Trace not downloaded',
        message: error instanceof Error ? error.message : 'Try again.',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Action label="Download JSON" Icon={Download} loading={busy} onClick={() => void download()} />
  );
}

interface ActionProps {
  label: string;
  Icon: typeof Download;
  loading?: boolean;
  onClick: () => void;
}

function Action({ label, Icon, loading, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={label}
        loading={loading}
        onClick={onClick}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The maximum number of spans per request. */
const pageSize = 1000;

/**
 * Reads all spans of a trace in full from the REST API, page by page, as the JSON text of a list.
 * Throws if the server refuses a page.
 */
async function readTraceAsJson(
  projectId: string,
  traceId: string,
  signal?: AbortSignal,
): Promise<string> {
  const spans: Json[] = [];
  let cursor: string | null = null;
  do {
    const parameters = new URLSearchParams({ trace_id: traceId, limit: String(pageSize) });
    if (cursor) parameters.set('cursor', cursor);
    const path = `v1/projects/${encodeURIComponent(projectId)}/spans?${parameters}`;
    const response = await serverFetch(buildServerUrl(path), { signal });
    if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
    const page = parseExactJson(await response.text());
    const { data, next_cursor: next } = isObject(page) ? page : {};
    if (Array.isArray(data)) spans.push(...data);
    cursor = typeof next === 'string' ? next : null;
  } while (cursor);
  return printExactJson(spans);
}

/** Saves a text as a file. */
function saveAsFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
