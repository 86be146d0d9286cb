const START = 1_709_287_200_000_000_000n;

/** A span, as far as it differs from others. */
interface Given {
  traceId: string;
  spanId: string;
  attributes?: object[];
}

/** A document with spans of one project. */
export function request(spans: Given[], project = 'moved'): object {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  return {
    resourceSpans: [
      {
        resource: { attributes: [text('openinference.project.name', project)] },
        scopeSpans: [
          {
            spans: spans.map((span, at) => ({
              name: 'step',
              startTimeUnixNano: String(START + BigInt(at) * 1000n),
              endTimeUnixNano: String(START + 1_000_000_000n),
              ...span,
            })),
          },
        ],
      },
    ],
  };
}

export const hex = (number: number, digits: number) =>
  (number + 1).toString(16).padStart(digits, '0');
export const aSpan = (number: number): Given => ({
  traceId: hex(number, 32),
  spanId: hex(number, 16),
});
