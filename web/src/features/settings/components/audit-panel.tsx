import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../../components/code/code-tabs.js';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { type Pager, PanelHeader } from '../../../components/layout/panel-header.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { formatAbsolute } from '../../../lib/time/time.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { describeUserAgent } from '../../../lib/browser/user-agent.js';
import type { AuditRow } from '../api/audit-events.js';
import { describeAction } from '../audit-actions.js';
import classes from './audit.module.css';
import { OutcomeMark } from './outcome-mark.js';

interface AuditPanelProps {
  event: AuditRow;
  pager: Pager;
  onClose: () => void;
  /** Filters the log by this user. */
  onActor: (userId: string) => void;
}

/** The panel of an event, with everything recorded about it. */
export function AuditPanel({ event, pager, onClose, onActor }: AuditPanelProps) {
  useKeys({ j: pager.next, k: pager.previous });
  return (
    <SidePanel label="Event" name="audit" initialWidth={560} onClose={onClose}>
      <PanelHeader title={describeAction(event.action)} pager={pager} onClose={onClose} />
      <div className={classes.detail}>
        <FactList facts={listFacts(event)} />
        {hasDetails(event.details) ? (
          <>
            <h3>Details</h3>
            <CodeBlock code={JSON.stringify(event.details, null, 2)} label="details" />
          </>
        ) : null}
        {event.actor ? (
          <Button variant="default" mt="md" onClick={() => onActor(event.actor?.id ?? '')}>
            Show other actions by {event.actor.username}
          </Button>
        ) : null}
      </div>
    </SidePanel>
  );
}

function hasDetails(details: unknown): boolean {
  return typeof details === 'object' && details !== null && Object.keys(details).length > 0;
}

function listFacts(event: AuditRow): { label: string; value: ReactNode }[] {
  const { actor, actorName, subjectType, subjectId, subjectName } = event;
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: 'Time',
      value: (
        <>
          {formatAbsolute(event.occurredAt)}
          <span className={classes.none}>
            <RelativeTime time={event.occurredAt} />
          </span>
        </>
      ),
    },
    { label: 'Action', value: <code>{event.action}</code> },
    { label: 'Outcome', value: <OutcomeMark outcome={event.outcome} /> },
    {
      label: 'User',
      value: actor ? (
        <Link to="/settings/users/$userId" params={{ userId: actor.id }}>
          {actorName ?? actor.username}
        </Link>
      ) : (
        (actorName ?? 'unknown')
      ),
    },
  ];
  const add = (label: string, text: string | null, copied?: string) => {
    if (text === null || text === '') return;
    facts.push({
      label,
      value: copied ? (
        <>
          {text} <CopyButton value={text} label={copied} />
        </>
      ) : (
        text
      ),
    });
  };
  add('Credential', event.credential);
  add('Subject', [subjectType, subjectName].filter(Boolean).join(' '));
  add('Subject ID', subjectId, 'subject ID');
  add('IP address', event.address, 'address');
  if (event.userAgent) add('Program', describeUserAgent(event.userAgent));
  add('User agent', event.userAgent);
  add('Request ID', event.requestId, 'request ID');
  add('Event ID', event.id, 'event ID');
  return facts;
}
