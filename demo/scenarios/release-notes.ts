import type { Random } from '../random.ts';
import type { SpanPlan, TracePlan } from '../span-plan.ts';

const CHANGES = [
  [
    'Search as you type in the library',
    'Fixes a crash when a book has no cover',
    'Ukrainian translation',
  ],
  ['Dark reading mode', 'Bookmarks survive a reinstall', 'The sleep timer can fade out'],
  ['Audiobooks in the car', 'Downloads resume after a lost connection', 'Smaller updates'],
] as const;

/** An application that uses OpenTelemetry's `gen_ai` conventions, which the server translates. */
export function releaseNotes(random: Random, startTimeMs: number, index: number): TracePlan {
  const version = `4.${index}.0`;
  const changes = random.pick(CHANGES);
  return {
    project: 'release-notes',
    startTimeMs,
    root: {
      name: 'invoke_agent writer',
      beforeMs: 2,
      afterMs: 1,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'writer',
        'gen_ai.conversation.id': `release-${version}`,
        'input.value': `Write the release notes of ${version}.`,
        'output.value': notes(version, changes),
      },
      children: [lookUp(random, version, changes), chat(random, version, changes)],
    },
  };
}

function notes(version: string, changes: readonly string[]): string {
  return `## Lumen Reader ${version}\n\n${changes.map((change) => `- **${change}.**`).join('\n')}\n\nThank you for reading with us!`;
}

function lookUp(random: Random, version: string, changes: readonly string[]): SpanPlan {
  return {
    name: 'execute_tool list_changes',
    beforeMs: random.durationMs(240),
    afterMs: 0,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'list_changes',
      'gen_ai.tool.description': 'Lists the merged changes of a version.',
      'gen_ai.tool.call.id': `call_${version}`,
      'gen_ai.tool.call.arguments': JSON.stringify({ version }),
      'gen_ai.tool.call.result': JSON.stringify(changes),
    },
  };
}

function chat(random: Random, version: string, changes: readonly string[]): SpanPlan {
  return {
    name: 'chat mistral-large-3',
    beforeMs: random.durationMs(1900),
    afterMs: 0,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'mistral_ai',
      'gen_ai.request.model': 'mistral-large-3',
      'gen_ai.request.temperature': 0.7,
      'gen_ai.request.max_tokens': 800,
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': random.int(180, 420),
      'gen_ai.usage.output_tokens': random.int(60, 160),
      'gen_ai.system_instructions': JSON.stringify(
        text('You write release notes that people enjoy reading.'),
      ),
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: text(`Version ${version}:\n${changes.join('\n')}`) },
      ]),
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: text(notes(version, changes)), finish_reason: 'stop' },
      ]),
    },
  };
}

/** Returns message content with a single part, as the conventions define it. */
function text(content: string) {
  return [{ type: 'text', content }];
}
