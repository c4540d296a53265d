/** A port that a plugin can fill, as the templates need it. */
export interface PluginPort {
  /** Name of the interface in `@docent/core`. */
  readonly port: string
  /** Begins the plugin's name, such as `limiter` of `limiter-redis`. */
  readonly prefix: string
  readonly promise: string
  /** Required members; each is to be written. */
  readonly methods: readonly string[]
  /** Required members that are data, as TypeScript. */
  readonly data?: Readonly<Record<string, string>>
  /** How the plugin hands the adapter over: by its token, or by a method of the host. */
  readonly register: 'provide' | 'addModelProvider' | 'addGitHost' | 'addDocsSource' | 'addChannel'
  /** The suite of `@docent/testing`. */
  readonly contract: string
  /** Other names that the contract test imports from `@docent/testing`, `node:os` and so on. */
  readonly imports?: readonly string[]
  /** Body of the factory of the suite; `ADAPTER` makes an adapter, `WRITE('…')` fails until it is written. */
  readonly context: string
}
