import type { DependencyContainer } from 'tsyringe'
import { type AddedCheck, RegisteredChecks } from '../agent/checks/added-check.ts'
import { type AddedAgentTool, RegisteredAgentTools } from '../agent/tools/added-agent-tool.ts'
import { AGENT_TOOL_NAMES } from '../agent/tools/agent-tools.ts'
import {
  type AddedAssistantTool,
  ASSISTANT_TOOL_NAMES,
  RegisteredAssistantTools,
} from '../assistant/tools/added-assistant-tool.ts'
import { type AddedBackgroundWork, RegisteredBackgroundWork } from '../plugin/background-work.ts'
import { type AddedCommand, RegisteredCommands } from '../plugin/command.ts'
import { addNamed, type Named } from '../plugin/named-adapters.ts'
import { type AddedRoute, RegisteredRoutes, type RouteTable } from '../plugin/operation.ts'
import type { PluginHost } from '../plugin/plugin.ts'

type Adds = Pick<
  PluginHost,
  'addRoutes' | 'addCommand' | 'addAgentTool' | 'addAssistantTool' | 'addCheck' | 'addBackgroundWork'
>

interface AddedTable {
  plugin: string
  routes: RouteTable | (() => Promise<RouteTable>)
  isListed: boolean
}

/** What plugins add besides adapters. */
export class Additions {
  readonly #tables: AddedTable[] = []
  readonly #routes: Named<AddedRoute>[] = []
  readonly #commands: Named<AddedCommand>[] = []
  readonly #agentTools: Named<AddedAgentTool>[] = []
  readonly #assistantTools: Named<AddedAssistantTool>[] = []
  readonly #checks: Named<AddedCheck>[] = []
  readonly #work: Named<AddedBackgroundWork>[] = []

  /** The part of the host that a plugin adds with. */
  of(plugin: string): Adds {
    return {
      addRoutes: (routes, { isListed = true } = {}) => {
        const table = { plugin, routes, isListed }
        this.#tables.push(table)
        if (typeof routes !== 'function') this.#routes.push(...routesOf(table, routes))
      },
      addCommand: (name, command) => addNamed(this.#commands, plugin, { name, command }, 'command'),
      // The types of input hold within a definition; outside, all tools are alike.
      addAgentTool: (tool) => {
        const value = tool as unknown as AddedAgentTool
        addNamed(this.#agentTools, plugin, value, 'tool of the agent', AGENT_TOOL_NAMES)
      },
      addAssistantTool: (tool) => {
        const value = tool as unknown as AddedAssistantTool
        addNamed(this.#assistantTools, plugin, value, 'tool of the assistant', ASSISTANT_TOOL_NAMES)
      },
      addCheck: (check) => addNamed(this.#checks, plugin, check, 'check'),
      addBackgroundWork: (value) => void this.#work.push({ plugin, value }),
    }
  }

  get commands(): readonly Named<AddedCommand>[] {
    return this.#commands
  }

  /** Imports the tables that plugins gave as functions. @returns all routes, in the order of the plugins */
  async loadRoutes(): Promise<readonly Named<AddedRoute>[]> {
    const all = await Promise.all(
      this.#tables.map(async (table) => {
        const { routes } = table
        return routesOf(table, typeof routes === 'function' ? await routes() : routes)
      }),
    )
    // The list that is injected stays the same.
    this.#routes.splice(0, Number.POSITIVE_INFINITY, ...all.flat())
    return this.#routes
  }

  register(container: DependencyContainer): void {
    const values = <Value>(named: Named<Value>[]): Value[] => named.map(({ value }) => value)
    container.register(RegisteredRoutes, { useValue: this.#routes })
    container.register(RegisteredCommands, { useValue: this.#commands })
    container.register(RegisteredAgentTools, { useValue: values(this.#agentTools) })
    container.register(RegisteredAssistantTools, { useValue: values(this.#assistantTools) })
    container.register(RegisteredBackgroundWork, { useValue: this.#work })
    container.register(RegisteredChecks, { useValue: values(this.#checks) })
  }
}

function routesOf({ plugin, isListed }: AddedTable, routes: RouteTable): Named<AddedRoute>[] {
  return routes.map((route) => ({ plugin, value: { route, isListed } }))
}
