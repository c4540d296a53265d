import { registerHooks } from 'node:module'

const FORGE = 'node-forge'
const LATER = 'docent-later:node-forge'

/**
 * Imports listhen, and leaves node-forge out until it is used. listhen needs node-forge only to generate a certificate,
 * and importing it costs every start a quarter of what listhen costs.
 */
export async function importListener(): Promise<typeof import('listhen')> {
  let parent = import.meta.url
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier !== FORGE || !context.parentURL) return nextResolve(specifier, context)
      parent = context.parentURL
      return { url: LATER, format: 'module', shortCircuit: true }
    },
    load(url, context, nextLoad) {
      if (url !== LATER) return nextLoad(url, context)
      return { format: 'module', source: loadedOnUse(parent), shortCircuit: true }
    },
  })
  try {
    return await import('listhen')
  } finally {
    hooks.deregister()
  }
}

/** A module whose default export requires the real one when a member is read, from where listhen would find it. */
function loadedOnUse(parent: string): string {
  return `import { createRequire } from 'node:module'
const require = createRequire(${JSON.stringify(parent)})
export default new Proxy({}, { get: (_, name) => require(${JSON.stringify(FORGE)})[name] })`
}
