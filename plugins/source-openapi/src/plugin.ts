import { definePlugin, type Plugin } from '@docent/core/plugin'
import { OpenapiDocsSource } from './openapi-docs-source.ts'
import { OpenapiOptions } from './options.ts'

/**
 * Adds the operations of OpenAPI descriptions to the documentation sources of another plugin.
 *
 * @example
 * export default defineConfig({ plugins: [withOpenapi(sourceGit())] })
 */
export function withOpenapi(plugin: Plugin, options: OpenapiOptions = {}): Plugin {
  return definePlugin({
    name: `source-openapi, around ${plugin.name}`,
    options: OpenapiOptions,
    setup(settings, host) {
      plugin.install({
        ...host,
        addDocsSource: (source) => host.addDocsSource(new OpenapiDocsSource(source, settings)),
      })
    },
  })(options)
}
