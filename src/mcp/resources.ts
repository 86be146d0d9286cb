import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { BadRequestError } from '../kernel/errors/errors.js';
import { writeAnswer } from './calls/answer.js';
import { FILTERS } from './tools/filter-guide.js';
import type { DescribeError } from './mcp-server.js';
import type { Call } from './calls/tool.js';
import { getTool } from './tools/tools.js';

/** A thing that clients can attach to a conversation: what a tool answers about it. */
interface Shown {
  name: string;
  title: string;
  /** Path of its URI, before its ID. */
  path: string;
  tool: string;
  /** The tool's input that takes the ID. */
  input: string;
}

const SHOWN: readonly Shown[] = [
  { name: 'trace', title: 'Trace', path: 'traces', tool: 'get_trace', input: 'trace_id' },
  { name: 'span', title: 'Span', path: 'spans', tool: 'get_span', input: 'span_id' },
  { name: 'session', title: 'Session', path: 'sessions', tool: 'get_session', input: 'session_id' },
  {
    name: 'project',
    title: 'Project of the last 7 days',
    path: 'projects',
    tool: 'summarize_project',
    input: 'project',
  },
  {
    name: 'experiment',
    title: 'Experiment',
    path: 'experiments',
    tool: 'get_experiment',
    input: 'experiment_id',
  },
  {
    name: 'dataset',
    title: 'Dataset',
    path: 'datasets',
    tool: 'get_dataset_examples',
    input: 'dataset',
  },
  { name: 'prompt', title: 'Prompt', path: 'prompts', tool: 'get_prompt', input: 'prompt' },
];

const JSON_TYPE = 'application/json';

/** Offers the things that tools return as resources, for clients that let users attach them. */
export function registerResources(
  server: McpServer,
  call: Call,
  describeError: DescribeError,
): void {
  server.registerResource(
    'filter-language',
    'spandrel://filter-language',
    {
      title: 'Filter language',
      description: 'The conditions that tools accept.',
      mimeType: JSON_TYPE,
    },
    (uri) => toResult(uri, JSON.stringify(FILTERS)),
  );
  for (const { name, title, path, tool: toolName, input } of SHOWN) {
    const tool = getTool(toolName);
    server.registerResource(
      name,
      // Nothing is listed, because there may be millions.
      new ResourceTemplate(`spandrel://${path}/{id}`, { list: undefined }),
      { title, description: tool.description, mimeType: JSON_TYPE },
      async (uri, { id }) => {
        try {
          const given = tool.input.parse({ [input]: decode(String(id)) });
          return toResult(uri, writeAnswer(await tool.run(given, call)).text);
        } catch (error) {
          throw new McpError(ErrorCode.InvalidParams, describeError(error));
        }
      },
    );
  }
}

/** @throws BadRequestError for a percent sign without a character's code. */
function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new BadRequestError(`"${id}" is not a valid part of a URI.`);
  }
}

function toResult(uri: URL, text: string): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text }] };
}
