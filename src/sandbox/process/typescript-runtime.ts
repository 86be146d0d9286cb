import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { Runtime } from './main.js';
import { MemoryImage } from './memory-image.js';
import {
  failure,
  type Failure,
  MAX_PRINTED,
  MAX_RESULT,
  type SandboxReply,
  type SandboxRequest,
} from './protocol.js';
import { findFunction, type FoundFunction } from './typescript-function.js';

/** Node.js has it, but not its types. */
declare const WebAssembly: { Module: new (bytes: Uint8Array) => object };

/** Bytes. QuickJS overflows the stack of its own process beyond that. */
const MAX_STACK = 256 * 1024;
/**
 * Instances whose memory has grown, after which the process ends. Growing is limited by a flag of the
 * process, because QuickJS does not know the sizes of what it allocates in WebAssembly.
 */
const MAX_GROWN = 4;
/** Milliseconds to read what code printed before it was stopped. */
const GRACE = 300;
/** Programs that are kept prepared. */
const MAX_PREPARED = 20;

const FILE = 'evaluator.ts';

/** Starts a runtime for TypeScript: QuickJS, compiled to WebAssembly. */
export async function start(): Promise<Runtime> {
  const wasm = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  const wasmModule = new WebAssembly.Module(readFileSync(wasm));
  // The types of the package describe its CommonJS form.
  const compiled = newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule });
  const runtime = new TypeScriptRuntime(() => newQuickJSWASMModuleFromVariant(compiled));
  await runtime.refill();
  return runtime;
}

interface Prepared extends FoundFunction {
  javascript: string;
}

class TypeScriptRuntime implements Runtime {
  private readonly prepared = new Map<string, Prepared | Failure>();

  private instance: Instance | null = null;
  private grown = 0;

  constructor(private readonly instantiate: () => Promise<QuickJSWASMModule>) {}

  /** Makes the memory as it was before the run. */
  async refill(): Promise<void> {
    if (this.instance?.restore()) return;
    if (this.instance) this.grown += 1;
    if (this.grown > MAX_GROWN) process.exit();
    this.instance = new Instance(await this.instantiate());
  }

  answer(request: SandboxRequest): SandboxReply {
    const program = this.prepare(request.source);
    if ('outcome' in program) return program;
    return request.task === 'describe'
      ? { outcome: 'described', parameters: program.parameters }
      : this.instance!.run(program, request.inputs, request.timeout);
  }

  private prepare(source: string): Prepared | Failure {
    const program = this.prepared.get(source) ?? prepare(source);
    this.prepared.delete(source);
    this.prepared.set(source, program);
    const [oldest] = this.prepared.keys();
    if (this.prepared.size > MAX_PREPARED) this.prepared.delete(oldest!);
    return program;
  }
}

/** Removes the types, so that lines and columns stay, and finds the function. */
function prepare(source: string): Prepared | Failure {
  let javascript: string;
  try {
    javascript = stripTypeScriptTypes(source, { mode: 'strip' });
  } catch (error) {
    const { message, stack } = error as Error;
    const line = /^:(\d+)\n/.exec(stack ?? '')?.[1];
    return failure('code', message, line === undefined ? null : Number(line));
  }
  const found = findFunction(javascript);
  return 'outcome' in found ? found : { ...found, javascript: javascript + found.suffix };
}

/**
 * QuickJS with a memory of its own, and what it held before the first run. All that code can change
 * is in this memory.
 */
class Instance {
  private readonly runtime: QuickJSRuntime;
  private readonly context: QuickJSContext;
  private readonly host: QuickJSHandle;
  private readonly image: MemoryImage;
  private end = Infinity;
  private isOverdue = false;

  constructor(module: QuickJSWASMModule) {
    this.runtime = module.newRuntime();
    this.runtime.setMaxStackSize(MAX_STACK);
    this.runtime.setInterruptHandler(() => this.interrupt());
    this.context = this.runtime.newContext();
    this.host = this.context.unwrapResult(this.context.evalCode(HOST, 'sandbox.js'));
    this.image = new MemoryImage(module.getWasmMemory());
  }

  /** Returns false if it cannot, because the memory has grown. */
  restore(): boolean {
    if (this.image.growth() > 0) return false;
    this.image.restore();
    return true;
  }

  run(
    { javascript, exported, parameters, takesObject }: Prepared,
    inputs: string,
    timeout: number,
  ): SandboxReply {
    const { context } = this;
    this.isOverdue = false;
    this.end = Date.now() + timeout;
    const loaded = this.settle(context.evalCode(javascript, FILE, { type: 'module' }));
    if ('failed' in loaded) return this.explain(loaded.failed);
    const names = parameters.map(({ name }) => name);
    const answer = this.settle(
      context.callFunction(
        context.getProp(this.host, 'call'),
        context.undefined,
        context.getProp(loaded.value, exported),
        context.newString(inputs),
        context.newString(JSON.stringify(names)),
        takesObject ? context.true : context.false,
      ),
    );
    if ('failed' in answer) return this.explain(answer.failed);
    const value = context.getString(answer.value);
    if (value.length <= MAX_RESULT) return { outcome: 'returned', value, printed: this.printed() };
    const message = `The function returned more than ${MAX_RESULT} characters.`;
    return failure('code', message, null, this.printed());
  }

  private interrupt(): boolean {
    if (Date.now() <= this.end) return false;
    this.isOverdue = true;
    this.end = Date.now() + GRACE;
    return true;
  }

  /** Waits for a promise, if it is one. */
  private settle(
    result: ReturnType<QuickJSContext['evalCode']>,
  ): { value: QuickJSHandle } | { failed: QuickJSHandle | string } {
    if (result.error) return { failed: result.error };
    const jobs = this.runtime.executePendingJobs();
    if (jobs.error) return { failed: jobs.error };
    const state = this.context.getPromiseState(result.value);
    switch (state.type) {
      case 'fulfilled':
        return { value: state.value };
      case 'rejected':
        return { failed: state.error };
      default:
        return { failed: 'The code waits for something that never happens in the sandbox.' };
    }
  }

  private explain(error: QuickJSHandle | string): Failure {
    if (this.isOverdue) return failure('time', '', null, this.printed());
    if (typeof error === 'string') return failure('code', error, null, this.printed());
    const { context } = this;
    const describe = context.getProp(this.host, 'describe');
    const described = context.callFunction(describe, context.undefined, error);
    if (described.error) {
      const unknown = 'The code failed with an error that cannot be shown.';
      return failure('code', unknown, null, this.printed());
    }
    const text = context.getString(described.value);
    const { message, stack } = JSON.parse(text) as { message: string; stack: string };
    const line = new RegExp(`\\b${FILE}:(\\d+)`).exec(stack)?.[1];
    const reason = message === 'InternalError: out of memory' ? 'memory' : 'code';
    return failure(reason, message, line === undefined ? null : Number(line), this.printed());
  }

  private printed(): string {
    const { context } = this;
    const read = context.callFunction(context.getProp(this.host, 'printed'), context.undefined);
    return read.error ? '' : context.getString(read.value).slice(0, MAX_PRINTED);
  }
}

/** Runs inside QuickJS, before the code of the user. It is all that the code can see of a host. */
const HOST = `(() => {
  const { stringify, parse } = JSON;
  const { isFinite } = Number;
  const toText = String;
  const { slice } = String.prototype;
  const { apply } = Reflect;
  const cut = (text, length) => apply(slice, text, [0, length]);
  let printed = '';
  const show = (value) => {
    if (typeof value === 'string') return value;
    try {
      return value instanceof Error ? toText(value) : (stringify(value) ?? toText(value));
    } catch {
      return typeof value;
    }
  };
  const print = (...values) => {
    if (printed.length > ${MAX_PRINTED}) return;
    let line = '';
    for (let at = 0; at < values.length; at += 1) line += (at ? ' ' : '') + show(values[at]);
    printed = cut(printed + line + '\\n', ${MAX_PRINTED} + 1);
  };
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };
  const finite = (key, value) => {
    if (typeof value === 'number' && !isFinite(value)) {
      throw new TypeError('The function returned ' + value + ', which is not a number in JSON.');
    }
    return value;
  };
  return {
    async call(evaluate, inputs, names, takesObject) {
      const given = parse(inputs);
      const list = parse(names);
      const values = [];
      for (let at = 0; at < list.length; at += 1) values[at] = given[list[at]];
      const result = await (takesObject ? evaluate(given) : apply(evaluate, undefined, values));
      return cut(stringify(result, finite) ?? 'null', ${MAX_RESULT} + 1);
    },
    describe(error) {
      const isError = error instanceof Error;
      const message = isError ? error.name + ': ' + error.message : 'Thrown: ' + show(error);
      const stack = isError ? toText(error.stack) : '';
      return stringify({ message: cut(message, 2000), stack: cut(stack, 4000) });
    },
    printed: () => printed,
  };
})()`;
