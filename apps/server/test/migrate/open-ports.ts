import type { Token } from '@docent/core'
import type { Plugin, PluginHost } from '@docent/core/plugin'

export interface OpenPorts extends AsyncDisposable {
  port<Port>(token: Token<Port>): Port
}

/** What plugins provide, started, without a server around them. */
export async function openPorts(plugins: readonly Plugin[], dataDirectory: string): Promise<OpenPorts> {
  const provided = new Map<unknown, unknown>()
  const starts: (() => unknown)[] = []
  const stops: ((signal: AbortSignal) => unknown)[] = []
  let ids = 0
  const host = {
    dataDirectory,
    env: {},
    secrets: ['a secret of at least sixteen characters'],
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    clock: { now: () => Date.now() },
    ids: { sortable: () => String(++ids).padStart(26, '0') },
    provide: (token: unknown, adapter: unknown) => void provided.set(token, adapter),
    onStart: (start: () => unknown) => void starts.push(start),
    onStop: (stop: (signal: AbortSignal) => unknown) => void stops.push(stop),
    onHealth() {},
  } as unknown as PluginHost
  for (const plugin of plugins) plugin.install(host)
  for (const start of starts) await start()
  return {
    port<Port>(token: Token<Port>): Port {
      const found = provided.get(token)
      if (found === undefined) throw new Error('No plugin provides that port')
      return found as Port
    },
    async [Symbol.asyncDispose]() {
      for (const stop of stops.reverse()) await stop(new AbortController().signal)
    },
  }
}
