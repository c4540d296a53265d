import type { PluginPort } from './plugin-port.ts'

/** How a plugin of a port is called in every place. */
export interface PluginNames {
  /** Such as `limiter-redis`: the plugin's name in Docent. */
  readonly plugin: string
  /** Such as `docent-limiter-redis`: the package. */
  readonly package: string
  /** Such as `RedisRateLimiter`. */
  readonly adapter: string
  /** Such as `redis-rate-limiter`: the adapter's file, without its extension. */
  readonly file: string
  /** Such as `redisLimiter`: what people call in `plugins`. */
  readonly factory: string
}

/** Lower-case words with a `-` between them: it becomes a part of a package's name and of names in code. */
export const NAME_PATTERN = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export function pluginNames({ port, prefix }: PluginPort, name: string): PluginNames {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const pascal = words.join('')
  const kebab = port.replace(
    /[A-Z]/g,
    (letter, at: number) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`,
  )
  const suffix = prefix.charAt(0).toUpperCase() + prefix.slice(1)
  return {
    plugin: `${prefix}-${name}`,
    package: `docent-${prefix}-${name}`,
    adapter: `${pascal}${port}`,
    file: `${name}-${kebab}`,
    factory: `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}${suffix}`,
  }
}
