// Installs the packed `docent` alone in an empty folder with plain npm, and uses it there as the quickstart says. Also
// watches the size of what it brings. Run it after a build. It needs a package registry and takes about two minutes.
import { strict as assert } from 'node:assert'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { askDemo } from './ask-demo.mjs'
import { packAll } from './pack-all.mjs'
import { run } from './run.mjs'

/** It was 125 MB, on every platform: there is no native code. Five of them draw diagrams and formulas. */
const MOST_MB = 130

const work = realpathSync(mkdtempSync(join(tmpdir(), 'docent-alone-')))
const [tarballs, bin, folder] = ['tarballs', 'bin', 'folder'].map((name) => {
  mkdirSync(join(work, name))
  return join(work, name)
})
/** The Node that runs this, and no tool of the repository. */
symlinkSync(process.execPath, join(bin, 'node'))
const path = [bin, ...process.env.PATH.split(delimiter).filter((each) => !each.includes('node_modules'))]
const env = { ...process.env, PATH: path.join(delimiter), NODE_OPTIONS: '', NODE_PATH: '' }

try {
  // Its own packages are in no registry yet: npm takes them from the tarballs, and only those that docent asks for.
  const { docent, ...overrides } = Object.fromEntries(
    packAll(tarballs).map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
  )
  const manifest = { private: true, type: 'module', dependencies: { docent }, overrides }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  await run('install', 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env,
  })
  const modules = join(folder, 'node_modules')
  const command = join(modules, '.bin/docent')
  assert.equal(realpathSync(command), join(modules, 'docent/dist/main.js'))
  assert.ok(
    !existsSync(join(modules, '@docent/store-postgres')),
    'a plugin is installed that nobody asked for',
  )
  const size = bytesOf(modules) / 1e6
  console.error(`installed: ${size.toFixed(1)} MB`)
  assert.ok(size <= MOST_MB, `docent brings ${size.toFixed(1)} MB, more than ${MOST_MB}`)
  assert.match(await run('help', command, ['--help'], { cwd: folder, env }), /\bserve\b/)
  const empty = join(work, 'empty')
  mkdirSync(empty)
  await askDemo(command, ['serve'], { cwd: empty, env })
} finally {
  rmSync(work, { recursive: true, force: true })
}
console.log('docent installs alone, answers from its demo, and ends on SIGTERM.')

function bytesOf(entry) {
  const about = lstatSync(entry)
  if (!about.isDirectory()) return about.isSymbolicLink() ? 0 : about.size
  return readdirSync(entry).reduce((sum, name) => sum + bytesOf(join(entry, name)), 0)
}
