import type { CodeSample } from '../../components/code/code-tabs.js';

/** The variable from which the samples read the API key. */
const KEY_VARIABLE = 'SPANDREL_API_KEY';

/** The command that sets the API key. */
export const KEY_COMMAND = `export ${KEY_VARIABLE}=spd_…`;

const CLAUDE_COMMAND = 'claude mcp add --transport http spandrel ';

/** A prompt for each kind of work, to try after connecting. */
export const QUESTIONS = [
  'Which traces of yesterday failed in my-app, and why?',
  'Why did the costs of my-app rise this week?',
  'Label the ten worst answers of my-app, and make a dataset of them.',
];

/** Returns how to connect well-known clients to the MCP server at this URL. */
export function listClients(url: string, needsKey: boolean): CodeSample[] {
  return [
    { label: 'Claude Code', code: CLAUDE_COMMAND + url },
    ...(needsKey
      ? [
          {
            label: 'Claude Code with a key',
            code: `${CLAUDE_COMMAND}${url} \\\n  --header "Authorization: Bearer $${KEY_VARIABLE}"`,
          },
        ]
      : []),
    {
      label: 'Cursor',
      code: writeServers({ url, ...toHeaders(needsKey, `\${env:${KEY_VARIABLE}}`) }),
    },
    { label: 'VS Code', code: writeVsCode(url, needsKey) },
    {
      label: 'Others',
      code: writeServers({ type: 'http', url, ...toHeaders(needsKey, 'spd_…') }),
    },
  ];
}

/** VS Code asks for the key, and keeps it outside the file. */
function writeVsCode(url: string, needsKey: boolean): string {
  const id = 'spandrel-key';
  const inputs = [{ type: 'promptString', id, description: 'API key of Spandrel', password: true }];
  const server = { type: 'http', url, ...toHeaders(needsKey, `\${input:${id}}`) };
  const servers = { spandrel: server };
  return JSON.stringify(needsKey ? { inputs, servers } : { servers }, null, 2);
}

function toHeaders(needsKey: boolean, key: string): object {
  return needsKey ? { headers: { Authorization: `Bearer ${key}` } } : {};
}

function writeServers(server: object): string {
  return JSON.stringify({ mcpServers: { spandrel: server } }, null, 2);
}
