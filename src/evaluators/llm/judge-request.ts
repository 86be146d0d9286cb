import type {
  ChatParameters,
  ChatRequest,
} from '../../model-providers/protocol/chat-request.contract.js';

/**
 * Returns the request as it is sent for an evaluation. Models that think let nobody force a tool on them:
 * Anthropic refuses that, so its models do not think then. Other providers get the choice of the tool
 * only if they take it, because an answer without the tool can have a label, too.
 */
export function toJudgeRequest(request: ChatRequest): ChatRequest {
  const { tools, parameters } = request;
  const choice = tools?.tool_choice?.type;
  if (!tools || (choice !== 'specific_function' && choice !== 'one_or_more')) return request;
  return {
    ...request,
    tools: { ...tools, isChoiceOptional: true },
    parameters: withoutThinking(parameters),
  };
}

function withoutThinking(parameters: ChatParameters): ChatParameters {
  if (parameters.type !== 'anthropic') return parameters;
  const { thinking: _, extra_body: extraBody, ...others } = parameters.anthropic;
  const { thinking: _thinking, ...extra } = extraBody ?? {};
  return { type: 'anthropic', anthropic: { ...others, ...(extraBody && { extra_body: extra }) } };
}
