import { z } from 'zod';
import type { Links } from './links.js';

/** What a tool answers: JSON, in which texts of traces are values and nothing else. */
export type Answer = Record<string, unknown>;

/** What a tool can use while it answers one call. */
export interface Call {
  /** Runs a GraphQL operation as the caller. */
  graphql: <T>(document: string, variables?: Record<string, unknown>) => Promise<T>;
  links: Links;
  /** When the call began. */
  now: Date;
}

/** What a tool is, and what it does. */
interface Definition<Input extends z.ZodRawShape> {
  name: string;
  title: string;
  /** Tells the model when to use the tool. */
  description: string;
  input: Input;
  /** What it changes; nothing if absent. `replaces` may overwrite, and has no effect if repeated. */
  effect?: 'adds' | 'replaces';
  // As a method, so that tools with different inputs fit into one list.
  run(input: z.infer<z.ZodObject<Input>>, call: Call): Promise<Answer>;
}

/** A tool of the MCP server. */
export interface Tool extends Omit<Definition<z.ZodRawShape>, 'input'> {
  /** Strict, so that a misspelled argument is not silently ignored. */
  input: z.ZodObject;
}

/** Defines a tool, once for all requests, because making its schema takes long. */
export function defineTool<Input extends z.ZodRawShape>(definition: Definition<Input>): Tool {
  return { ...definition, input: z.strictObject(definition.input) };
}
