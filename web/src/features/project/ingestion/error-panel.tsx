import { Button, Loader } from '@mantine/core';
import { Download, Send, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { type Pager, PanelHeader } from '../../../components/layout/panel-header.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { JsonView } from '../../../components/text/json-view.js';
import { downloadFile } from '../../../lib/browser/download.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { parseExactJson } from '../../../lib/json/exact-json.js';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import { formatAbsolute } from '../../../lib/time/time.js';
import { type IngestionErrorRow, useErrorContent } from '../api/ingestion.js';
import { titleOf } from './error-columns.js';
import classes from './ingestion.module.css';

interface ErrorPanelProps {
  projectId: string;
  error: IngestionErrorRow;
  pager: Pager;
  /** Whether the user may see what was sent, send it again and delete it. */
  canWrite: boolean;
  isBusy: boolean;
  onResend: () => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Why a span was not stored, and what was sent. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { projectId, error, pager, canWrite, isBusy, onResend, onDelete, onClose } = props;
  useKeys({ j: pager.next, k: pager.previous });
  const path = `v1/projects/${encodeURIComponent(projectId)}/ingestion_errors/${encodeURIComponent(error.id)}/content`;
  return (
    <SidePanel label="Refused span" name="ingestion-error" initialWidth={680} onClose={onClose}>
      <PanelHeader title={titleOf(error)} pager={pager} onClose={onClose} />
      <div className={classes.detail}>
        <FactList facts={listFacts(error)} />
        {canWrite ? (
          <div className={classes.actions}>
            {error.isKept ? (
              <>
                <Button
                  size="compact-md"
                  leftSection={<Send size={14} aria-hidden />}
                  loading={isBusy}
                  onClick={onResend}
                >
                  Send again
                </Button>
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<Download size={14} aria-hidden />}
                  onClick={() => void downloadFile(buildServerUrl(path))}
                >
                  Download
                </Button>
              </>
            ) : null}
            <Button
              variant="default"
              size="compact-md"
              leftSection={<Trash2 size={14} aria-hidden />}
              onClick={onDelete}
            >
              Delete…
            </Button>
          </div>
        ) : null}
        <h3>What was sent</h3>
        <Content error={error} canWrite={canWrite} />
      </div>
    </SidePanel>
  );
}

function Content({ error, canWrite }: Pick<ErrorPanelProps, 'error' | 'canWrite'>) {
  const read = useErrorContent(error.id, canWrite && error.isKept);
  if (!error.isKept) {
    return (
      <p className={classes.none}>
        It is not kept: it was too large, too deeply nested or impossible to mask, or newer spans
        replaced it.
      </p>
    );
  }
  if (!canWrite) return <p className={classes.none}>Members can see it and send it again.</p>;
  if (read.error) return <ErrorState error={read.error} onRetry={read.reload} />;
  if (read.content === undefined) return <Loader size="sm" />;
  if (read.content === null) return <p className={classes.none}>It is no longer kept.</p>;
  return <JsonView value={parseExactJson(read.content)} maxLines={200} />;
}

function listFacts(error: IngestionErrorRow): { label: string; value: ReactNode }[] {
  const { reason, message, occurredAt, resentAt, traceId, spanId } = error;
  return [
    { label: 'Reason', value: <code>{reason}</code> },
    { label: 'Message', value: message },
    { label: 'Time', value: formatAbsolute(occurredAt) },
    ...(resentAt === null
      ? []
      : [{ label: 'Sent again', value: <RelativeTime time={resentAt} /> }]),
    ...(traceId === null ? [] : [{ label: 'Trace ID', value: <Id id={traceId} of="trace" /> }]),
    ...(spanId === null ? [] : [{ label: 'Span ID', value: <Id id={spanId} of="span" /> }]),
  ];
}

function Id({ id, of }: { id: string; of: string }) {
  return (
    <span className={classes.id}>
      <code>{id}</code> <CopyButton value={id} label={`${of} ID`} />
    </span>
  );
}
