import { Button } from '@mantine/core';
import { Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { type Pager, PanelHeader } from '../../../components/layout/panel-header.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { SeverityMark } from '../../../components/logs/severity-mark.js';
import { JsonView } from '../../../components/text/json-view.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { parseExactJson } from '../../../lib/json/exact-json.js';
import { basePath } from '../../../lib/page/base-url.js';
import { formatAbsolute } from '../../../lib/time/time.js';
import type { LogRow } from '../api/logs-list.js';
import { titleOf } from './log-columns.js';
import classes from './logs.module.css';

interface LogPanelProps {
  log: LogRow;
  pager: Pager;
  onClose: () => void;
}

/** One log record in full. */
export function LogPanel({ log, pager, onClose }: LogPanelProps) {
  useKeys({ j: pager.next, k: pager.previous });
  const { body, isJsonBody, attributes, spanId } = log;
  return (
    <SidePanel label="Log record" name="log-record" initialWidth={680} onClose={onClose}>
      <PanelHeader title={titleOf(log)} pager={pager} onClose={onClose} />
      <div className={classes.detail}>
        <FactList facts={listFacts(log)} />
        {spanId === null ? null : (
          <Button
            component="a"
            variant="default"
            size="compact-md"
            className={classes.open}
            leftSection={<Waypoints size={14} aria-hidden />}
            href={`${basePath}/redirects/spans/${encodeURIComponent(spanId)}`}
          >
            Open span
          </Button>
        )}
        {body === null ? null : (
          <>
            <h3>Body</h3>
            {isJsonBody ? (
              <JsonView value={parseExactJson(body)} maxLines={200} />
            ) : (
              <pre className={classes.body}>{body}</pre>
            )}
          </>
        )}
        <h3>Attributes</h3>
        <JsonView value={parseExactJson(attributes)} maxLines={200} />
      </div>
    </SidePanel>
  );
}

function listFacts(log: LogRow): { label: string; value: ReactNode }[] {
  const { time, severity, severityText, eventName, serviceName, scopeName, traceId, spanId } = log;
  const facts: { label: string; value: ReactNode }[] = [
    { label: 'Time', value: formatAbsolute(time) },
    { label: 'Severity', value: <SeverityMark severity={severity} text={severityText} /> },
  ];
  const add = (label: string, value: string | null, of?: string): void => {
    if (value === null) return;
    facts.push({ label, value: of === undefined ? value : <Id id={value} of={of} /> });
  };
  add('Event', eventName);
  add('Service', serviceName);
  add('Scope', scopeName);
  add('Trace ID', traceId, 'trace');
  add('Span ID', spanId, 'span');
  return facts;
}

function Id({ id, of }: { id: string; of: string }) {
  return (
    <span className={classes.id}>
      <code>{id}</code> <CopyButton value={id} label={`${of} ID`} />
    </span>
  );
}
