import { RESEARCH_TASKS, type ResearchTask } from '../content/research-tasks.ts';
import type { Random } from '../random.ts';
import { llmAttributes, type Message, type SpanPlan, type TracePlan } from '../span-plan.ts';

const SYSTEM =
  'You are a careful research assistant. Plan first, call tools for every fact, and cite the source of ' +
  'each figure. When a tool fails, try another way once, then say what is missing.';

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'web_search',
      description: 'Searches the web and returns the best five results.',
      parameters: {
        type: 'object',
        properties: { query: { type: 'string' }, freshness: { enum: ['day', 'month', 'year'] } },
        required: ['query'],
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'fetch_page',
      description: 'Reads a page as Markdown.',
      parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    },
  },
  {
    type: 'function',
    function: {
      name: 'calculate',
      description: 'Evaluates an arithmetic expression.',
      parameters: {
        type: 'object',
        properties: { expression: { type: 'string' } },
        required: ['expression'],
      },
    },
  },
];

/** An agent that plans, calls tools (one in six calls fails) and answers with sources. */
export function researchAgent(random: Random, startTimeMs: number, index: number): TracePlan {
  const task = RESEARCH_TASKS[index % RESEARCH_TASKS.length] as ResearchTask;
  const fails = index % 6 === 2;
  const messages: Message[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: task.question },
  ];
  const children: SpanPlan[] = [];
  task.steps.forEach((step, i) => {
    const call = {
      id: `call_${index}_${i}`,
      name: step.tool,
      arguments: JSON.stringify(step.arguments),
    };
    children.push(
      think(random, messages, { role: 'assistant', content: step.thought, toolCalls: [call] }),
    );
    messages.push({ role: 'assistant', content: step.thought, toolCalls: [call] });
    const broken = fails && i === task.steps.length - 1;
    children.push(useTool(random, step, broken));
    const result = broken ? 'error: the page did not answer within 10 s' : step.result;
    messages.push({ role: 'tool', toolCallId: call.id, content: result });
  });
  const answer = fails
    ? `${task.answer}\n\n*One source could not be read; the last figure is unconfirmed.*`
    : task.answer;
  children.push(think(random, messages, { role: 'assistant', content: answer }));
  return {
    project: 'research-agent',
    startTimeMs,
    root: {
      name: 'research',
      beforeMs: 3.2,
      afterMs: 4.8,
      attributes: {
        'openinference.span.kind': 'AGENT',
        'input.value': task.question,
        'input.mime_type': 'text/plain',
        'output.value': answer,
        'output.mime_type': 'text/plain',
        'tag.tags': ['research', task.field],
        metadata: JSON.stringify({ field: task.field, budget_usd: 0.25 }),
      },
      children,
    },
  };
}

function think(random: Random, messages: readonly Message[], output: Message): SpanPlan {
  return {
    name: 'plan next step',
    beforeMs: random.durationMs(output.toolCalls ? 900 : 2600),
    afterMs: 0,
    attributes: llmAttributes({
      model: 'claude-opus-4-5',
      provider: 'anthropic',
      parameters: { max_tokens: 2048, thinking: { type: 'enabled', budget_tokens: 1024 } },
      tools: TOOLS,
      // All but the last tool call and its result were in the prompt of the call before.
      cachedMessages: messages.length > 2 ? messages.length - 2 : 0,
      input: [...messages],
      output,
    }),
  };
}

function useTool(random: Random, step: ResearchTask['steps'][number], broken: boolean): SpanPlan {
  const definition = TOOLS.find((tool) => tool.function.name === step.tool);
  const slow = step.tool === 'calculate' ? 0.8 : 480;
  return {
    name: step.tool,
    beforeMs: broken ? 10_000 : random.durationMs(slow),
    afterMs: 0.3,
    attributes: {
      'openinference.span.kind': 'TOOL',
      'tool.name': step.tool,
      'tool.description': definition?.function.description ?? '',
      'tool.parameters': JSON.stringify(definition?.function.parameters ?? {}),
      'input.value': JSON.stringify(step.arguments),
      'input.mime_type': 'application/json',
      ...(broken ? {} : { 'output.value': step.result, 'output.mime_type': 'text/plain' }),
    },
    ...(broken
      ? {
          exception: {
            type: 'TimeoutError',
            message: 'GET https://stats.example.org/tables/energy.csv: no response within 10000 ms',
            stack: [
              'TimeoutError: GET https://stats.example.org/tables/energy.csv: no response within 10000 ms',
              '    at fetchPage (/app/tools/fetch-page.ts:48:11)',
              '    at async callTool (/app/agent/tools.ts:91:20)',
              '    at async Agent.step (/app/agent/agent.ts:133:7)',
              '    at async Agent.run (/app/agent/agent.ts:64:5)',
            ].join('\n'),
          },
        }
      : {}),
  };
}
