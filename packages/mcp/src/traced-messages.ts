import type { Telemetry } from '@docent/core/plugin'
import { z } from 'zod'
import { methodOf } from './serve-messages.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const short = z.string().max(300).optional().catch(undefined)

const Traced = z.object({
  id: z
    .union([z.string().max(200), z.number()])
    .transform(String)
    .optional()
    .catch(undefined),
  params: z
    .object({
      name: short,
      uri: short,
      _meta: z
        .object({ traceparent: short, [VERSION]: short })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/**
 * Answers a message as an operation of its own, as the conventions for MCP have it.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/
 */
export function tracedMessages(
  telemetry: Telemetry,
  { messages, version }: { messages: readonly unknown[]; version: string | undefined },
  answer: () => Promise<Response>,
): Promise<Response> {
  const [message] = messages
  const method = methodOf(message)
  // A batch has no name.
  if (!telemetry.isOn || messages.length !== 1 || !/^[\w/]{1,60}$/.test(method)) return answer()
  const { id, params: { name, uri, _meta } = {} } = Traced.parse(message)
  const isTool = method === 'tools/call'
  const attributes = {
    'mcp.method.name': method,
    'mcp.protocol.version': _meta?.[VERSION] ?? version,
    'jsonrpc.request.id': id,
    'gen_ai.operation.name': isTool ? 'execute_tool' : undefined,
    'gen_ai.tool.name': isTool ? name : undefined,
    'mcp.resource.uri': method === 'resources/read' ? uri : undefined,
  }
  const named = isTool && name !== undefined ? `${method} ${name}` : method
  return telemetry.trace(named, { kind: 'server', attributes, parent: _meta?.traceparent }, async (span) => {
    const response = await answer()
    const said = await response.clone().text()
    // A result that says so is a failure for the model, which the protocol answers with success.
    if (/"isError":\s*true/.test(said)) span.fail('tool_error')
    else if (/^\{[^{]*"error":/.test(said)) span.fail('rpc_error')
    return response
  })
}
