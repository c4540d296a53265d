import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What would surprise somebody who installs this package, which is unpacked in `folder`. */
export function manifestProblems(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const found = []
  const problem = (text) => found.push(`${manifest.name}: ${text}`)
  const text = JSON.stringify({ ...manifest, devDependencies: {} })
  if (/workspace:|link:|file:/.test(text)) problem('depends on a folder of the repository')
  if (/"source"|\/src\/[^"]*\.tsx?"/.test(JSON.stringify(manifest.exports)))
    problem('exports sources that are not packed')
  if (!existsSync(join(folder, 'README.md'))) problem('has no README.md')
  if (!existsSync(join(folder, 'LICENSE'))) problem('has no LICENSE')
  const exported = Object.values(manifest.exports).flatMap((each) =>
    typeof each === 'string' ? [] : Object.values(each),
  )
  for (const file of [...exported, ...Object.values(manifest.bin ?? {})])
    if (!existsSync(join(folder, file))) problem(`has no ${file}`)
  const isForBrowsers = ['@docent/widget', '@docent/dashboard'].includes(manifest.name)
  if (!manifest.engines?.node && !isForBrowsers) problem('says nothing of the Node that it needs')
  const isOutermost = ['@docent/core', '@docent/content', '@docent/client', '@docent/server'].includes(
    manifest.name,
  )
  if (!isOutermost && manifest.dependencies?.['@docent/core'])
    problem('has a core of its own: make it a peer')
  for (const name of importedBy(folder))
    if (!isDeclared(manifest, name) && !isDeclared(manifest, `@types/${name}`))
      problem(`imports ${name} undeclared`)
  if (globSync('**/*.test.{ts,js,d.ts}', { cwd: folder }).length > 0) problem('packs tests')
  return found
}

const isDeclared = ({ dependencies = {}, peerDependencies = {} }, name) =>
  name in dependencies || name in peerDependencies

/** Packages that the bundles and declarations of a package import. */
function importedBy(folder) {
  const names = new Set()
  for (const file of globSync('dist/**/*.{js,d.ts}', { cwd: folder })) {
    const code = readFileSync(join(folder, file), 'utf8')
    for (const [, specifier] of code.matchAll(
      /^(?:import|export)\b[^'"`;]*?\bfrom\s*["']([^"'.][^"']*)["']/gm,
    )) {
      // A template of a source that the package writes imports what a name stands for.
      if (specifier.startsWith('node:') || specifier.includes('${')) continue
      const [first, second] = specifier.split('/')
      names.add(first.startsWith('@') ? `${first}/${second}` : first)
    }
  }
  return names
}
