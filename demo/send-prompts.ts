import { HELP_PROMPTS } from './content/help-prompts.ts';
import type { RestClient } from './rest-client.ts';

/** Creates the help desk prompts that do not exist yet. Returns how many it created. */
export async function sendPrompts(rest: RestClient): Promise<number> {
  let made = 0;
  for (const { name, description, versions } of HELP_PROMPTS) {
    const there = await rest.get<{ data: unknown[] }>(`prompts/${name}/versions?limit=1`);
    if (there.data.length > 0) continue;
    for (const version of versions) {
      const { data } = await rest.post<{ data: { id: string } }>('prompts', {
        prompt: { name, description },
        version: {
          description: version.description,
          model_provider: 'OPENAI',
          model_name: 'gpt-5.2-mini',
          template: {
            type: 'chat',
            messages: [
              { role: 'system', content: version.system },
              { role: 'user', content: version.user },
            ],
          },
          template_type: 'CHAT',
          template_format: 'MUSTACHE',
          invocation_parameters: { type: 'openai', openai: { temperature: version.temperature } },
          ...version.extra,
        },
      });
      const path = `prompt_versions/${encodeURIComponent(data.id)}/tags`;
      for (const tag of version.tags) await rest.post(path, { name: tag });
    }
    made++;
  }
  return made;
}
