import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { CodeBlock, CodeTabs } from '../../../components/code/code-tabs.js';
import { buildServerUrl } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { ReadingPage } from '../components/reading-page.js';
import { useSection } from '../components/use-section.js';
import { KEY_COMMAND, listClients, QUESTIONS } from '../mcp-clients.js';

/** How to connect an agent to this server. */
export function McpPage() {
  useSection('Agents');
  const { mcpServerEnabled, authenticationEnabled } = pageConfig;
  return (
    <ReadingPage
      title="Agents"
      intro="Let coding assistants and other agents read traces, costs and experiments, and annotate them, over the Model Context Protocol (MCP)."
    >
      {mcpServerEnabled ? (
        <Connection needsKey={authenticationEnabled} />
      ) : (
        <p>
          Agents cannot connect, because <code>SPANDREL_ENABLE_MCP_SERVER</code> is{' '}
          <code>false</code>.
        </p>
      )}
    </ReadingPage>
  );
}

function Connection({ needsKey }: { needsKey: boolean }) {
  const url = buildServerUrl('mcp');
  return (
    <>
      <h2>Address</h2>
      <p>
        <code>{url}</code> <CopyButton value={url} label="address" />
      </p>
      {needsKey ? (
        <>
          <h2>Sign in, or set an API key</h2>
          <p>
            Most clients need only the address. They open your browser, where you approve them. You
            can revoke this under{' '}
            <Link to="/profile/applications">Applications in your profile</Link>. For clients that
            cannot do that, create a key in <Link to="/profile/api-keys">your profile</Link>. The
            agent can do what the key and your role allow. A read-only key lets it read everything
            and change nothing.
          </p>
          <CodeBlock code={KEY_COMMAND} label="key command" />
        </>
      ) : null}
      <h2>Connect</h2>
      <CodeTabs samples={listClients(url, needsKey)} />
      <h2>Try it</h2>
      <ul>
        {QUESTIONS.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <h2>Before you trust an agent</h2>
      <p>
        Traces contain texts of your users, who may have written instructions for the agent. The
        tools tell the agent to treat them as data, but no model is perfect at that. Let your client
        ask you before it uses tools that write, or use a read-only key.
      </p>
    </>
  );
}
