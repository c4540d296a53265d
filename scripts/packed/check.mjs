// Installs the packed packages in an empty folder with plain npm, as somebody outside of the repository does, and uses
// them there: types, a contract suite, the embedding guide as it is printed, and a server with its demo project.
// Run it after a build. It needs a package registry and takes about two minutes.
import { strict as assert } from 'node:assert'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askDemo } from './ask-demo.mjs'
import { blocksOf } from './blocks-of.mjs'
import { packPackages } from './clone-packages.mjs'
import { manifestProblems } from './manifest-problems.mjs'
import { publishedProblems } from './published-problems.mjs'
import { run } from './run.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'docent-packed-'))
const [bin, outside, embedding] = ['bin', 'outside', 'embedding'].map((name) => {
  mkdirSync(join(work, name))
  return join(work, name)
})

/** The Node that runs this, and no tool of the repository. */
symlinkSync(process.execPath, join(bin, 'node'))
/** Where the guides expect the clone. */
symlinkSync(root, join(work, 'docent'))
const path = [bin, ...process.env.PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))]
const env = { ...process.env, PATH: path.join(delimiter), NODE_OPTIONS: '', NODE_PATH: '' }
const inside = (title, command, args) => run(title, command, args, { cwd: outside, env })

try {
  const packed = packPackages()
  const packages = await examine(packed)
  await install(packed.map(({ tarball }) => tarball))
  await checkTypes(packages)
  await runContract()
  await runGuide()
  await runServer()
  await runElsewhere()
  await runNewPlugin()
} finally {
  rmSync(work, { recursive: true, force: true })
}
console.log(
  'The packed packages install, type-check, pass a contract suite, embed and serve, and a new plugin is red until it is written.',
)

async function examine(packed) {
  const problems = []
  for (const { manifest, tarball } of packed) {
    const unpacked = join(work, 'unpacked', manifest.name)
    mkdirSync(unpacked, { recursive: true })
    await run(`unpack ${manifest.name}`, 'tar', ['-xzf', tarball, '-C', unpacked], { cwd: work, env })
    const folder = join(unpacked, 'package')
    problems.push(...manifestProblems(folder), ...(await publishedProblems(folder, tarball)))
  }
  assert.deepEqual(problems, [])
  // The dashboard is files that the server sends: nothing imports it.
  return packed.flatMap(({ manifest }) => (manifest.exports['.'] ? [manifest.name] : []))
}

async function install(files) {
  writeFileSync(join(outside, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
  const versions = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies
  const tools = ['typescript', 'vitest', '@types/node'].map((name) => `${name}@${versions[name]}`)
  await inside('install', 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...files,
    ...tools,
  ])
  const copies = globSync('node_modules/**/@docent/core/package.json', { cwd: outside })
  assert.deepEqual(copies, ['node_modules/@docent/core/package.json'], 'there is more than one core')
}

/** Declarations of every package and of all that they stand on, with nothing skipped. */
async function checkTypes(packages) {
  // The contract test of the git host runs against a simulated server, which is not published.
  const isPublic = (path) => !path.endsWith('small-git-host.contract.test.ts')
  cpSync(join(root, 'apps/docs/test/example'), join(outside, 'example'), {
    recursive: true,
    filter: isPublic,
  })
  const ofBrowsers = packages.filter((name) => name === '@docent/widget')
  await checkTypesOf(
    'node',
    packages.filter((name) => !ofBrowsers.includes(name)),
    ['example'],
  )
  await checkTypesOf('browser', ofBrowsers, [], ['dom', 'dom.iterable'])
}

async function checkTypesOf(name, packages, folders, libraries = []) {
  const lines = packages.map((each, at) => `export * as package${at} from '${each}'`)
  writeFileSync(join(outside, `${name}.ts`), `${lines.join('\n')}\n`)
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'esnext.iterator', 'esnext.disposable', ...libraries],
    types: name === 'node' ? ['node'] : [],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    allowImportingTsExtensions: name === 'node',
  }
  const config = JSON.stringify({ compilerOptions, include: [`${name}.ts`, ...folders] })
  writeFileSync(join(outside, `tsconfig.${name}.json`), config)
  await inside(`type check (${name})`, 'npx', ['tsc', '--project', `tsconfig.${name}.json`])
}

async function runContract() {
  const output = await inside('contract suite', 'npx', ['vitest', 'run', 'example'])
  assert.match(output, /(\d{2,}) passed/, output)
}

/** Every command of the guide in its order. */
async function runGuide() {
  const guide = blocksOf(readFileSync(join(root, 'apps/docs/content/plugins/embed.mdx'), 'utf8'))
  const [program] = guide.filter(({ language }) => language === 'ts')
  writeFileSync(join(embedding, 'embed.ts'), program.text)
  let output = ''
  for (const { text } of guide.filter(({ language }) => language === 'bash')) {
    output = await run('embedding guide', 'sh', ['-euc', text], { cwd: embedding, env })
  }
  assert.match(output, /write to the front desk/, `the guide answers: ${output}`)
}

/** Made by the clone, outside of it, from tarballs: it type-checks, and its suite says what to write. */
async function runNewPlugin() {
  const plugin = join(work, 'docent-limiter-acme')
  const docent = join(root, 'apps/server/dist/main.js')
  const created = await inside('new plugin', 'node', [
    docent,
    'plugin',
    'new',
    'RateLimiter',
    'acme',
    '--folder',
    plugin,
    '--json',
  ])
  assert.equal(JSON.parse(created).package, 'docent-limiter-acme')
  const there = (title, ...args) => run(title, 'npm', args, { cwd: plugin, env })
  await there('new plugin: install', 'install', '--no-audit', '--no-fund', '--loglevel=error')
  await there('new plugin: types', 'run', 'check')
  await there('new plugin: build', 'run', 'build')
  const red = await there('new plugin: contract', 'test').then(
    () => '',
    (error) => error.message,
  )
  assert.match(red, /Write RateLimiter\.take in src\/acme-rate-limiter\.ts\./, `the suite is red: ${red}`)
}

/** As `npx docent` does: the packages lie elsewhere, and the folder has a configuration and secrets alone. */
async function runElsewhere() {
  const folder = join(work, 'elsewhere')
  mkdirSync(folder)
  const config = [
    "import { defineConfig } from 'docent'",
    "import { OfflineModelProvider } from '@docent/model-offline'",
    'if (typeof OfflineModelProvider !== "function") throw new Error("no plugin")',
    'const projects = [{ id: process.env.MY_PROJECT, repository: "https://git.example.com/a/b" }]',
    'export default defineConfig({ projects })',
  ]
  writeFileSync(join(folder, 'docent.config.ts'), config.join('\n'))
  writeFileSync(join(folder, '.env'), 'MY_PROJECT=from-env-file\n')
  const docent = join(outside, 'node_modules/docent/dist/main.js')
  const told = await run('docent elsewhere', 'node', [docent, 'projects', 'list', '--json'], {
    cwd: folder,
    env,
  })
  assert.match(told, /from-env-file/)
  assert.ok(existsSync(join(folder, '.docent-data')), 'the data is not in the folder of the configuration')
}

async function runServer() {
  const { version } = JSON.parse(
    readFileSync(join(outside, 'node_modules/@docent/server/package.json'), 'utf8'),
  )
  assert.equal((await inside('version', 'npx', ['docent', '--version'])).trim(), version)
  const empty = join(work, 'empty')
  mkdirSync(empty)
  await askDemo(join(outside, 'node_modules/.bin/docent'), [], { cwd: empty, env })
}
