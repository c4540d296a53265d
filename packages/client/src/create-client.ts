import { AgentClient } from './agent-client.ts'
import { AssistantClient } from './assistant-client.ts'
import { type ClientOptions, Transport } from './transport.ts'

export interface DocentClient {
  readonly agent: AgentClient
  readonly assistant: AssistantClient
}

/**
 * A client of one Docent server. It opens no connection until it is used.
 *
 * @example
 * const docent = createClient({ baseUrl: 'https://docs.acme.com', key: process.env.DOCENT_KEY })
 * const job = await docent.agent.create('handbook', 'Fix the broken links on the install page.')
 * const { prLink } = await docent.agent.wait('handbook', job.id)
 *
 * @throws TypeError when `baseUrl` is not an http(s) address, or is missing outside a browser.
 */
export function createClient(options: ClientOptions = {}): DocentClient {
  const transport = new Transport(options)
  return { agent: new AgentClient(transport), assistant: new AssistantClient(transport) }
}
