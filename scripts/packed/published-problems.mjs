import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** All packages are ES modules for Node 22 and newer: what CommonJS or an older resolution would see is not asked. */
const OTHERS = new Set(['CJSResolvesToESM', 'node10', 'node16-cjs'])

/** What two public checkers find in a package: publint in its manifest and files, arethetypeswrong in its types. */
export async function publishedProblems(folder, tarball) {
  const { name } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true })
  const found = messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false })}`)
  // Files alone, such as those of the dashboard and sheets of styles, have no types.
  const types = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: [/\.css$/],
  })
  const problems = types.types === false ? [] : types.problems
  const wrong = problems.filter((each) => !OTHERS.has(each.kind) && !OTHERS.has(each.resolutionKind))
  return [...found, ...wrong.map((each) => `${name}: types: ${JSON.stringify(each)}`)]
}
