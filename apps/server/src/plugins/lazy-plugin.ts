import type { Plugin, PluginHost, PluginManifest } from '@docent/core/plugin'
import type { Environment } from '../environment.ts'

/** A plugin that is imported when a variable or an entered credential asks for it. */
export class LazyPlugin implements Plugin {
  #loaded: Promise<Plugin> | undefined
  #used: Plugin | undefined

  constructor(
    readonly name: string,
    readonly manifest: PluginManifest,
    private readonly load: () => Promise<Plugin>,
  ) {}

  /** To be called before each installation, with what it will find in the environment. */
  async prepare(env: Environment): Promise<void> {
    const isUsed = this.manifest.usedWith?.some((variable) => env[variable]) ?? false
    if (isUsed) this.#loaded ??= this.load()
    this.#used = isUsed ? await this.#loaded : undefined
  }

  /** Registers nothing where nothing asks for the plugin. */
  install(host: PluginHost): void {
    this.#used?.install(host)
  }
}
