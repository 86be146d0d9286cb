import { readFileSync } from 'node:fs';
import type { Random } from '../random.ts';
import { llmAttributes, type TracePlan } from '../span-plan.ts';

const picture = new URL('../content/invoice.png', import.meta.url);
const INVOICE = `data:image/png;base64,${readFileSync(picture).toString('base64')}`;

const SUPPLIERS = [
  'Nordwind Paper',
  'Alba Print',
  'Kestrel Logistics',
  'Mora & Søn',
  '東京インク',
] as const;

/** Reads a scanned invoice. Sometimes the model's JSON does not match the schema. */
export function invoiceVision(random: Random, startTimeMs: number, index: number): TracePlan {
  const invoice = {
    supplier: random.pick(SUPPLIERS),
    number: `INV-${2000 + index}`,
    date: '2026-10-28',
    lines: [
      { text: 'Offset paper 90 g, 500 sheets', quantity: random.int(2, 30), price: 8.4 },
      { text: 'Freight', quantity: 1, price: 32 },
    ],
    currency: 'EUR',
  };
  const broken = index % 9 === 4;
  const answer = broken ? JSON.stringify(invoice).slice(0, -24) : JSON.stringify(invoice);
  const exception = {
    type: 'SchemaError',
    message: 'Unexpected end of JSON input at $.lines[1]',
    stack:
      'SchemaError: Unexpected end of JSON input at $.lines[1]\n    at parseInvoice (/srv/invoices/parse.py:61)\n    at handle (/srv/invoices/worker.py:118)',
  };
  return {
    project: 'invoice-vision',
    startTimeMs,
    root: {
      name: 'read invoice',
      beforeMs: 6.1,
      afterMs: 2.2,
      attributes: {
        'openinference.span.kind': 'CHAIN',
        'input.value': JSON.stringify({ file: `scan-${index}.png`, pages: 1 }),
        'input.mime_type': 'application/json',
        ...(broken ? {} : { 'output.value': answer, 'output.mime_type': 'application/json' }),
      },
      ...(broken ? { exception } : {}),
      children: [
        {
          name: 'look at page 1',
          beforeMs: random.durationMs(2900),
          afterMs: 0,
          attributes: llmAttributes({
            model: 'gpt-5.2',
            provider: 'openai',
            parameters: { temperature: 0, response_format: { type: 'json_object' } },
            input: [
              {
                role: 'system',
                content: 'Read the invoice on the picture. Answer with JSON only.',
              },
              {
                role: 'user',
                content: 'Supplier, number, date, lines and currency, please.',
                imageUrl: INVOICE,
              },
            ],
            output: { role: 'assistant', content: answer },
          }),
        },
        {
          name: 'validate',
          beforeMs: random.durationMs(1.2),
          afterMs: 0,
          attributes: {
            'openinference.span.kind': 'TOOL',
            'tool.name': 'validate_invoice',
            'tool.description': 'Checks the invoice against its JSON schema.',
            'input.value': answer,
            'input.mime_type': 'application/json',
          },
          ...(broken ? { exception } : {}),
        },
      ],
    },
  };
}
