import { ProviderError } from '../protocol/provider-error.contract.js';

/** A change of a request for servers that refuse a part without which they can answer, too. */
export interface Fallback {
  /** Finds the part in the refusal. */
  names: RegExp;
  change: (body: Body) => Body;
}

type Body = Record<string, unknown>;

/** Parts of the requests to servers with one of OpenAI's interfaces that not all of them accept. */
export const STREAM_FALLBACKS: readonly Fallback[] = [
  {
    names: /stream_?options|include_usage/i,
    change: ({ stream_options: _options, ...others }) => others,
  },
  {
    // OpenAI itself streams some models only to verified organizations.
    names: /\bstream(?:ed|ing)?\b/i,
    change: ({ stream: _stream, stream_options: _options, ...others }) => others,
  },
];

/**
 * The fallback for requests to which the model should answer with a tool, but may do so without being forced
 * to.
 */
export const TOOL_CHOICE_FALLBACK: Fallback = {
  names: /tool_?choice/i,
  change: (body) => ({ ...body, tool_choice: 'auto' }),
};

/** Sends requests again without what the server refuses, and remembers that. */
export class RequestFallbacks {
  private readonly needed = new Set<Fallback>();

  /** @throws the error of `send`, if no further fallback could help. */
  async send<T>(
    body: object,
    fallbacks: readonly Fallback[],
    send: (body: Body) => Promise<T>,
  ): Promise<T> {
    const applied = new Set(fallbacks.filter((fallback) => this.needed.has(fallback)));
    for (;;) {
      try {
        const changed = [...applied].reduce<Body>((sent, { change }) => change(sent), { ...body });
        const answer = await send(changed);
        for (const fallback of applied) this.needed.add(fallback);
        return answer;
      } catch (error) {
        const next = fallbacks.find((one) => !applied.has(one) && isRefused(error, one));
        if (!next) throw error;
        applied.add(next);
      }
    }
  }
}

function isRefused(error: unknown, { names }: Fallback): boolean {
  if (!(error instanceof ProviderError)) return false;
  return (error.status === 400 || error.status === 422) && names.test(error.message);
}
