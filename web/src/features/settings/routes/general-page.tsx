import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { serverAddress, buildServerUrl } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useServerFacts } from '../api/server-facts.js';
import { ReadingPage } from '../components/reading-page.js';
import classes from '../components/reading-page.module.css';
import { useSection } from '../components/use-section.js';

/** The server’s version, addresses and APIs. `sending` shows how to send traces. */
export function GeneralPage({ sending }: { sending: ReactNode }) {
  useSection('General');
  const server = useServerFacts();
  const waiting = <Skeleton width={120} height={12} my={4} />;
  const grpcAddress = server?.grpcPort
    ? `${new URL(serverAddress).hostname}:${server.grpcPort}`
    : undefined;
  return (
    <ReadingPage title="General" intro="The version, addresses and APIs of this server.">
      <FactList
        facts={[
          { label: 'Version', value: server ? `Spandrel ${server.version}` : waiting },
          {
            label: 'Compatible with',
            value: server ? `Phoenix ${server.compatibilityVersion} clients` : waiting,
          },
          { label: 'Address', value: <Address text={serverAddress} label="address" /> },
          {
            label: 'OTLP over HTTP',
            value: <Address text={`${serverAddress}/v1/traces`} label="OTLP address" />,
          },
          ...(grpcAddress
            ? [
                {
                  label: 'OTLP over gRPC',
                  value: <Address text={grpcAddress} label="gRPC address" />,
                },
              ]
            : []),
          {
            label: 'Sign-in',
            value: pageConfig.authenticationEnabled
              ? 'on'
              : 'Turned off: anyone who can reach this server can do anything',
          },
        ]}
      />
      <h2>APIs</h2>
      <ul className={classes.links}>
        <li>
          <a href={buildServerUrl('docs')}>REST, with examples</a>
        </li>
        <li>
          <a href={buildServerUrl('openapi.json')}>OpenAPI document</a>
        </li>
        <li>
          <a href={buildServerUrl('graphql')}>GraphQL</a>
        </li>
      </ul>
      <h2>Send traces</h2>
      {sending}
    </ReadingPage>
  );
}

function Address({ text, label }: { text: string; label: string }) {
  return (
    <>
      <code>{text}</code> <CopyButton value={text} label={label} />
    </>
  );
}
