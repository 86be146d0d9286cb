import type { z } from 'zod';
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

/** A tool of the MCP server. */
export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  title: string;
  /** Tells the model when to use the tool. */
  description: string;
  input: Input;
  /** Whether the answer is a page of a list: `items` and `next_cursor`. */
  isPage?: true;
  /** What it changes; nothing if absent. `replaces` may overwrite, and has no effect if repeated. */
  effect?: 'adds' | 'replaces';
  // As a method, so that tools with different inputs fit into one list.
  run(input: z.infer<z.ZodObject<Input>>, call: Call): Promise<Answer>;
}

/** Infers the type of a tool's input from its schema. */
export function defineTool<Input extends z.ZodRawShape>(tool: Tool<Input>): Tool {
  return tool;
}
