// The licences of everything that an installation brings, and a list of it for scanners:
//
//   node scripts/licences.mjs [--sbom FILE]
//
// Fails where a package has a licence that is not in the list below, and says who depends on it. `--sbom` writes a
// CycloneDX 1.6 document (https://cyclonedx.org/docs/1.6/json/).
import { existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Licences that ask for no more than a notice, or that cover files which Docent does not change. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { sbom: { type: 'string' } } })
const own = globSync('{packages,plugins,apps}/*/package.json', { cwd: root })
  .map((file) => join(root, dirname(file)))
  .filter((folder) => !manifestOf(folder).private)
const found = installed(own)
const wrong = [...found.values()].filter(({ manifest, isOwn }) => !isOwn && !isAllowed(licenceOf(manifest)))
for (const { manifest, wantedBy } of wrong)
  console.error(
    `${manifest.name}@${manifest.version}: ${licenceOf(manifest) ?? 'no licence'}, wanted by ${wantedBy}`,
  )
if (values.sbom) writeFileSync(values.sbom, `${JSON.stringify(sbom([...found.values()]), undefined, 2)}\n`)
if (wrong.length > 0) process.exit(1)
console.log(`Packages: ${found.size}. Every licence is allowed.`)

/** Everything that the published packages need, each folder once, by its real path. */
function installed(folders) {
  const seen = new Map()
  const queue = folders.map((folder) => ({ folder, isOwn: true, wantedBy: 'Docent' }))
  for (const { folder, isOwn, wantedBy } of queue) {
    const real = realpathSync(folder)
    if (seen.has(real)) continue
    const manifest = manifestOf(real)
    seen.set(real, { manifest, isOwn, wantedBy })
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = folderOf(name, real)
      // Binaries of other systems and peers that nobody asked for are not there.
      if (next) queue.push({ folder: next, isOwn: own.includes(realpathSync(next)), wantedBy: manifest.name })
      else if (name in dependencies && !(name in optionalDependencies))
        throw new Error(`${manifest.name} needs ${name}, which is not installed`)
    }
  }
  return seen
}

function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (dirname(folder) === folder) return undefined
  }
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function licenceOf({ license, licenses }) {
  const said = license ?? licenses?.[0]
  return typeof said === 'object' ? said.type : said
}

/** An expression of SPDX: of a choice one is enough, of a sum each is needed. */
function isAllowed(licence) {
  if (licence === undefined) return false
  const text = licence.replaceAll(/[()]/g, ' ')
  return text
    .split(/\sOR\s/)
    .some((choice) => choice.split(/\sAND\s/).every((each) => ALLOWED.has(each.trim())))
}

function sbom(packages) {
  const components = packages.map(({ manifest }) => {
    const { name, version, description } = manifest
    const licence = licenceOf(manifest)
    return {
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      ...(description ? { description } : {}),
      ...(licence ? { licenses: [{ expression: licence }] } : {}),
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    }
  })
  const unique = new Map(components.map((component) => [component['bom-ref'], component]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'docent', name: 'docent' } },
    components: [...unique.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  }
}
