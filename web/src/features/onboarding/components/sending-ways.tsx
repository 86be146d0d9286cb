import { Tabs } from '@mantine/core';
import { CodeBlock } from '../../../components/code/code-tabs.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import guide from '../../../components/layout/guide-page.module.css';
import { listSnippets } from '../snippets.js';

interface SendingWaysProps {
  projectName: string;
  /** The level of the headings of the steps. */
  heading: 'h2' | 'h3';
}

/** Code that sends the first trace to a project, in several languages. */
export function SendingWays({ projectName, heading: Heading }: SendingWaysProps) {
  const ways = listSnippets(serverAddress, projectName, pageConfig.authenticationEnabled);
  return (
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
              <Heading className={guide.step}>Install</Heading>
              <CodeBlock code={way.install} label="install command" />
            </>
          ) : null}
          {way.environment ? (
            <>
              <Heading className={guide.step}>Set your API key</Heading>
              <CodeBlock code={way.environment} label="environment" />
            </>
          ) : null}
          <Heading className={guide.step}>
            {way.install ? 'Send a trace' : 'Run in a terminal'}
          </Heading>
          <CodeBlock code={way.code} label={`${way.label} code`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
