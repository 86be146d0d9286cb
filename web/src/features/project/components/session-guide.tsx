import { Button } from '@mantine/core';
import { MessagesSquare } from 'lucide-react';
import { CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';

const PYTHON = `from openinference.instrumentation import using_session

with using_session(session_id="chat-1042"):
    answer = agent.run(question)  # all traces in here join the session`;

const TYPESCRIPT = `import { context } from "@opentelemetry/api";
import { setSession } from "@arizeai/phoenix-otel";

await context.with(
  setSession(context.active(), { sessionId: "chat-1042" }),
  () => agent.run(question), // all traces in here join the session
);`;

/** Explains how traces become sessions if there are none yet. */
export function SessionGuide(props: { isAllTime: boolean; onAllTime: () => void }) {
  return (
    <EmptyState
      icon={MessagesSquare}
      title={props.isAllTime ? 'No sessions yet' : 'No sessions in this time range'}
      action={
        <>
          <CodeTabs
            samples={[
              { label: 'Python', code: PYTHON },
              { label: 'TypeScript', code: TYPESCRIPT },
            ]}
          />
          {props.isAllTime ? null : (
            <Button variant="default" onClick={props.onAllTime}>
              Show all time
            </Button>
          )}
        </>
      }
    >
      A session is one conversation: all traces with the same session ID, shown as turns.
    </EmptyState>
  );
}
