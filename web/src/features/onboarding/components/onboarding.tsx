import { Tabs } from '@mantine/core';
import { CodeBlock } from '../../../components/code-tabs.js';
import { serverAddress } from '../../../lib/base-url.js';
import classes from './onboarding.module.css';
import { snippets } from './snippets.js';

interface OnboardingProps {
  /** The project to send to; a name to be changed when there is none yet. */
  projectName: string;
  title: string;
  /** Also names the example traces, which come with projects of their own. */
  withDemo?: boolean;
}

/** The port of a server that was told none, where the example traces are sent by themselves. */
const DEFAULT_PORT = '6006';

const demoCommand =
  new URL(serverAddress).port === DEFAULT_PORT
    ? 'npm run demo'
    : `npm run demo -- --endpoint ${serverAddress}`;

/**
 * Shows how to send a first trace. It says that it waits; the page around it looks for the trace and
 * puts the list in its place when it comes.
 */
export function Onboarding({ projectName, title, withDemo = false }: OnboardingProps) {
  const ways = snippets(serverAddress, projectName);
  return (
    <div className={classes.scroller}>
      <div className={classes.page}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.intro}>
          Spandrel shows what an LLM application did: each trace is one request, each span one step
          of it. Any OpenTelemetry exporter can send here. Choose a way, run it, and the trace
          appears on this page by itself.
        </p>
        <Tabs defaultValue={ways[0]?.label ?? null} keepMounted={false}>
          <Tabs.List>
            {ways.map((way) => (
              <Tabs.Tab key={way.label} value={way.label}>
                {way.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {ways.map((way) => (
            <Tabs.Panel key={way.label} value={way.label} pt="sm">
              {way.install ? (
                <>
                  <h2 className={classes.step}>Install</h2>
                  <CodeBlock code={way.install} label="install line" />
                </>
              ) : null}
              <h2 className={classes.step}>{way.install ? 'Send a trace' : 'Run in a terminal'}</h2>
              <CodeBlock code={way.code} label={`${way.label} code`} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <output className={classes.waiting}>
          <span className={classes.pulse} aria-hidden />
          Waiting for the first trace…
        </output>
        {withDemo ? (
          <p className={classes.demo}>
            No application at hand? <code>{demoCommand}</code> in the folder of the server sends
            about 300 example traces.
          </p>
        ) : null}
      </div>
    </div>
  );
}
