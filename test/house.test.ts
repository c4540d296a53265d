import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesOf, folderCirclesOf } from './circles.ts'
import { folders, readRoot, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const plugins = folders('plugins/*')
const packages = folders('packages/*')
const apps = folders('apps/*')

/** Every violation as a line, so that a failure names them all. */
function violations(check: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => check(file).map((problem) => `${file.path}: ${problem}`))
}

const name = (folder: string) => (JSON.parse(readRoot(`${folder}/package.json`)) as { name: string }).name
const nameOf = new Map([...packages, ...plugins, ...apps].map((folder) => [name(folder), folder]))
const packageOf = (specifier: string) => nameOf.get(specifier.split('/').slice(0, 2).join('/'))
const folderOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** Entries of packages beside their indexes: what runs in browsers must not bring the parsers of a server with it. */
const ENTRIES = new Set([
  // A server reads what plugins say of themselves before it imports those that are used.
  ...plugins
    .filter((folder) => files.some(({ path }) => path === `${folder}/src/manifest.ts`))
    .map((folder) => `${name(folder)}/manifest`),
  // The plugin of a feature is light: its routes and commands are imported when they are needed.
  ...packages
    .filter((folder) => files.some(({ path }) => path === `${folder}/src/plugin.ts`))
    .map((folder) => `${name(folder)}/plugin`),
  '@docent/command-line/progress',
  '@docent/dashboard-api/for-commands',
  '@docent/http/settings',
  '@docent/server/main',
  '@docent/simulators/services',
  '@docent/site/code-tokens',
  '@docent/testing/not-run-reporter',
])

/** Which of our packages each may import at run time: only what is below it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'packages/content': [],
  'packages/core': ['packages/content'],
  'packages/git': ['packages/core'],
  'packages/http': ['packages/core'],
  'packages/analytics': ['packages/command-line', 'packages/core', 'packages/dashboard-api', 'packages/http'],
  'packages/backup': ['packages/command-line', 'packages/core', 'packages/object-store'],
  'packages/commands': ['packages/command-line', 'packages/core', 'packages/dashboard-api', 'packages/http'],
  'packages/webhooks': ['packages/command-line', 'packages/core', 'packages/http'],
  'packages/command-line': ['packages/core'],
  'packages/dashboard-api': ['packages/core', 'packages/http', 'packages/pages'],
  'packages/evaluation': ['packages/command-line', 'packages/content', 'packages/core', 'packages/http'],
  'packages/mcp': ['packages/core', 'packages/http'],
  'packages/pages': ['packages/content', 'packages/core', 'packages/http', 'packages/site'],
  'packages/git-host': ['packages/core'],
  'packages/object-store': ['packages/core'],
  'packages/postgres': ['packages/core'],
  'packages/search': ['packages/content', 'packages/core'],
  'packages/sql': ['packages/core'],
  'packages/testing': ['packages/core', 'packages/content'],
  'packages/simulators': ['packages/core', 'packages/testing'],
  'packages/client': [],
  'packages/create-docent-plugin': [],
  'packages/site': ['packages/content'],
  'packages/watch': ['packages/core', 'packages/content', 'packages/git'],
}

/** Floors of core, the lowest first; each imports only its own room and what is below. */
const FLOORS: readonly (readonly string[])[] = [
  ['errors', 'domain'],
  ['ports'],
  ['turn', 'streams', 'ingest', 'models', 'access', 'limits', 'projects', 'readers'],
  ['search'],
  ['agent', 'assistant', 'pages', 'model-check'],
  ['jobs'],
  ['webhooks'],
  ['channels'],
  ['plugin'],
  ['background'],
  ['container'],
]
/** Floors inside rooms of core, the lowest first; files of the room itself stand above them all. */
const ROOM_FLOORS: Readonly<Record<string, readonly string[]>> = {
  agent: ['contexts', 'site', 'policy', 'names', 'checks', 'moves', 'tools', 'run', 'publishing'],
  assistant: [
    'grounding',
    'claims',
    'search',
    'citations',
    'threads',
    'tools',
    'answer',
    'analytics',
    'evaluation',
  ],
  ingest: ['progress', 'source', 'parsing', 'problems', 'revision'],
}
/** Files side by side in one folder, tests not counted. */
const MOST_FILES = 20
/** Folders that are a list: one item a file, found by its name. */
const LISTS = [
  'apps/dashboard/src/ui',
  'apps/server/src/commands',
  'packages/core/src/domain',
  'packages/core/src/ports',
  'packages/testing/src/contracts',
  'packages/testing/src/fakes',
]
/** Circles of folders that are still to be broken: take a line out when its circle is gone, and add none. */
const CIRCLES_LEFT: string[] = []
/** Tests that depend on who runs them, or on how long a run may take, and on no service. */
const BY_CHOICE = [
  'apps/server/test/chaos/chaos.test.ts',
  'apps/server/test/unreadable-data.test.ts',
  'test/house.test.ts',
  'test/services.test.ts',
]
/** What a class may import of tsyringe: how it is injected, never a container. */
const DECORATORS = new Set(['inject', 'injectable', 'scoped', 'Lifecycle'])
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room))

/** How the extension of a page is written in code: in an expression, alone, behind a name, and in an index page. */
const EXTENSIONS: readonly RegExp[] = [
  /\\\.(?:\(\?:)?(?:mdx?|adoc|asciidoc|rst)\b[^\n]{0,20}/g,
  /\bmdx?\?(?=[|)$/])/g,
  /['"`]\.(?:mdx?|adoc|asciidoc|rst)['"`]/g,
  /\}\.(?:mdx?|adoc|asciidoc|rst)\b/g,
  /['"`/](?:_?index|README)\.(?:mdx?|adoc)['"`]/g,
]

describe('what may import what', () => {
  test('the rules see the files and their imports', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(
      files.find((file) => file.path === 'packages/core/src/jobs/create-job.ts')?.imports.length,
    ).toBeGreaterThan(5)
    expect(packageOf('@docent/core')).toBe('packages/core')
  })

  test('packages stand on what is below them, plugins never on each other, nothing on an app', () => {
    const found = violations((file) => {
      if (file.isTest || file.path.startsWith('apps/')) return []
      const own = folderOf(file.path)
      const allowed = MAY_IMPORT[own] ?? [
        'packages/core',
        'packages/content',
        'packages/git',
        'packages/git-host',
        'packages/object-store',
        'packages/postgres',
        'packages/search',
        'packages/sql',
      ]
      return file.imports.flatMap(({ specifier }) => {
        const target = packageOf(specifier)
        return target && target !== own && !allowed.includes(target) ? [`imports ${specifier}`] : []
      })
    })
    expect(found).toEqual([])
  })

  test('only test files import testing and simulators, and tests of a package no plugin', () => {
    const found = violations((file) => {
      const own = folderOf(file.path)
      return file.imports.flatMap(({ specifier }) => {
        const target = packageOf(specifier)
        const bench = own === 'apps/bench'
        const forTests = target === 'packages/testing' || target === 'packages/simulators'
        const isTesting = own === 'packages/testing' || own === 'packages/simulators'
        if (forTests && !file.isTest && !bench && !isTesting) return [`imports ${specifier} outside a test`]
        if (target?.startsWith('plugins/') && !own.startsWith('apps/') && target !== own)
          return [`imports the plugin ${specifier}`]
        return []
      })
    })
    expect(found).toEqual([])
  })

  test('each floor of core imports only what is below it', () => {
    const found = violations((file) => {
      const match = /^packages\/core\/src\/([^/]+)\//.exec(file.path)
      if (!match || file.isTest) return []
      const floor = floorOf(match[1] ?? '')
      if (floor === -1) return [`${match[1]} is no room of the house`]
      return file.imports.flatMap(({ specifier }) => {
        if (!specifier.startsWith('.')) return []
        const [room = ''] = posix
          .relative('packages/core/src', posix.join(posix.dirname(file.path), specifier))
          .split('/')
        return room !== match[1] && floorOf(room) > floor ? [`imports ${specifier}, which is above it`] : []
      })
    })
    expect(found).toEqual([])
  })

  test.each(Object.entries(ROOM_FLOORS))(
    'each folder of %s imports only what is below it',
    (room, floors) => {
      const folderIn = (path: string) => new RegExp(`^packages/core/src/${room}/([^/]+)/`).exec(path)?.[1]
      const seen = new Set<string>()
      const found = violations((file) => {
        const folder = folderIn(file.path)
        if (folder === undefined || file.isTest) return []
        const floor = floors.indexOf(folder)
        if (floor === -1) return [`${folder} is no folder of ${room}`]
        seen.add(folder)
        return file.imports.flatMap(({ specifier }) => {
          const target = posix.join(posix.dirname(file.path), specifier)
          const other = folderIn(target)
          const isAbove =
            other === undefined ? target.includes(`/src/${room}/`) : floors.indexOf(other) > floor
          return specifier.startsWith('.') && isAbove ? [`imports ${specifier}, which is above it`] : []
        })
      })
      expect(found).toEqual([])
      expect([...seen].sort()).toEqual([...floors].sort())
    },
  )

  test('nothing is imported past the door of another package', () => {
    const found = violations((file) =>
      file.imports.flatMap(({ specifier }) => {
        const target = packageOf(specifier)
        if (target && specifier.split('/').length > 2 && !ENTRIES.has(specifier))
          return [`imports ${specifier}: only the index of a package is public`]
        if (!specifier.startsWith('.')) return []
        const resolved = posix.join(posix.dirname(file.path), specifier)
        return folderOf(resolved) !== folderOf(file.path) && !file.isTest ? [`reaches into ${resolved}`] : []
      }),
    )
    expect(found).toEqual([])
  })

  test('a vendor is imported by its plugin alone', () => {
    const owners: Array<[RegExp, ...string[]]> = [
      [/^@octokit\//, 'plugins/git-github'],
      [/^@ai-sdk\/(anthropic|openai|openai-compatible)/, 'plugins/model-ai-sdk'],
      [/^pg$/, 'packages/postgres'],
      [/^node:sqlite/, 'plugins/store-sqlite', 'plugins/accounts-better-auth'],
      [/^better-auth/, 'plugins/accounts-better-auth'],
      [/^(h3|listhen|pino|c12|jiti)(\/|$)/, 'apps/server'],
      [/^citty$/, 'packages/command-line', 'apps/server'],
    ]
    const found = violations((file) => {
      if (file.isTest || file.path.startsWith('apps/bench/')) return []
      return file.imports.flatMap(({ specifier }) =>
        owners.flatMap(([pattern, ...allowed]) =>
          pattern.test(specifier) && !allowed.includes(folderOf(file.path)) ? [`imports ${specifier}`] : [],
        ),
      )
    })
    expect(found).toEqual([])
  })

  test('the container alone builds containers; others import no more of tsyringe than its decorators', () => {
    const found = violations((file) =>
      file.imports.flatMap(({ specifier, clause }) => {
        if (
          specifier === 'reflect-metadata' &&
          !file.isTest &&
          !/^packages\/core\/src\/(?:index|plugin)\.ts$/.test(file.path)
        )
          return ['imports reflect-metadata']
        if (specifier !== 'tsyringe' || file.path.startsWith('packages/core/src/container/')) return []
        const names = clause
          .replace(/[{}]/g, '')
          .split(',')
          .map((part) => part.trim())
        return names
          .filter((part) => part !== '' && !DECORATORS.has(part))
          .map((part) => `imports ${part} of tsyringe`)
      }),
    )
    expect(found).toEqual([])
  })

  test('core touches no network, no disk and no process', () => {
    const found = violations((file) => {
      // The pool of parsers looks whether its worker was built beside it, and starts it: the one exception.
      if (file.path === 'packages/core/src/ingest/parsing/thread-entry.ts') return []
      if (!file.path.startsWith('packages/core/src/') || file.isTest) return []
      return file.imports.flatMap(({ specifier }) =>
        /^node:(fs|http|https|net|child_process|sqlite|tls|dgram)/.test(specifier)
          ? [`imports ${specifier}`]
          : [],
      )
    })
    expect(found).toEqual([])
  })

  test('one file of core asks the retriever questions: whoever searches finds the same', () => {
    const asking = files.filter(
      ({ path, text, isTest }) =>
        !isTest &&
        /^(?:packages\/(?:core|http|dashboard-api|mcp|pages)|apps\/server)\//.test(path) &&
        /\bretriever\.search\(/.test(text),
    )
    expect(asking.map(({ path }) => path)).toEqual([
      // It looks up the values of an answer, which is no question.
      'packages/core/src/assistant/answer/ground-answer.ts',
      'packages/core/src/search/search-docs.ts',
    ])
  })

  test('extensions of pages are named in the formats alone', () => {
    // The tasks of `docent models check` are a fixture: a site of their own, whose pages they name.
    const rooms =
      /^(?:packages|plugins|apps)\/(?!simulators\/|testing\/|bench\/|create-docent-plugin\/|content\/src\/(?:formats|paths)\/|evaluation\/src\/model-check\/tasks\/)(?:[\w-]+\/)src\//
    const found = violations(({ path, text, isTest }) => {
      if (isTest || !rooms.test(path)) return []
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
      return EXTENSIONS.flatMap((pattern) =>
        [...code.matchAll(pattern)].map(([written]) => `${written}: use a function of content/src/formats`),
      )
    })
    expect(found).toEqual([])
  })

  test('injected constructor parameters carry their token', () => {
    const found = violations((file) => {
      if (!/@(injectable|scoped)\(/.test(file.text)) return []
      const body =
        /@(?:injectable|scoped)\([^)]*\)[\s\S]*?constructor\(([\s\S]*?)\)\s*\{/.exec(file.text)?.[1] ?? ''
      const parameters = body.split('\n').filter((line) => /^\s*(@inject|private|readonly|\w+:)/.test(line))
      return parameters
        .filter((line) => !line.includes('@inject('))
        .map((line) => `no @inject on "${line.trim()}"`)
    })
    expect(found).toEqual([])
  })
})

describe('what files may not become', () => {
  const shipped = files.filter((file) => !file.isTest)

  test('files that import each other in a circle, also of types', () => {
    expect(circlesOf(shipped).map((circle) => circle.join(' → '))).toEqual([])
  })

  test('folders that import each other in a circle', () => {
    expect(folderCirclesOf(shipped).map((circle) => circle.join(' '))).toEqual(CIRCLES_LEFT)
  })

  test('longer than 300 lines', () => {
    // An index lists the public names of a package: one concept, however many they are.
    const sources = shipped.filter(
      ({ path }) => !path.endsWith('/src/index.ts') && path !== 'packages/core/src/plugin.ts',
    )
    const lines = sources.map(({ path, text }) => ({ path, count: text.split('\n').length - 1 }))
    const tooLong = lines.filter(({ count }) => count > 300)
    expect(tooLong.map(({ path, count }) => `${path} has ${count} lines`)).toEqual([])
  })

  test('a crowd in one folder', () => {
    const counts = new Map<string, number>()
    for (const { path } of shipped) {
      const folder = posix.dirname(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    const crowded = [...counts].filter(
      ([folder, count]) => count > MOST_FILES && !folder.startsWith('apps/bench'),
    )
    expect(crowded.filter(([folder]) => !LISTS.includes(folder))).toEqual([])
  })

  test('circles are found, of two files, of more, and of a file with itself', () => {
    const file = (path: string, ...specifiers: string[]) => ({
      path,
      text: '',
      isTest: false,
      imports: specifiers.map((specifier) => ({ specifier, clause: '', typeOnly: false })),
    })
    const seen = circlesOf([
      file('a/b.ts', './c.ts', 'vitest'),
      file('a/c.ts', './b.ts'),
      file('d.ts', './a/b.ts', './e.ts'),
      file('e.ts', './f.ts'),
      file('f.ts', './d.ts'),
      file('g.ts', './g.ts', './a/c.ts'),
    ])
    expect(seen).toEqual([['a/b.ts', 'a/c.ts'], ['d.ts', 'e.ts', 'f.ts'], ['g.ts']])
  })

  test('circles of folders are found on every level, also through other folders and with a file beside them', () => {
    const file = (path: string, ...specifiers: string[]) => ({
      path,
      text: '',
      isTest: false,
      imports: specifiers.map((specifier) => ({ specifier, clause: '', typeOnly: false })),
    })
    const seen = folderCirclesOf([
      file('one/a/x.ts', '../b/x.ts'),
      file('one/b/x.ts', '../c.ts', './y/z.ts'),
      file('one/b/y/z.ts'),
      file('one/c.ts', './a/y.ts'),
      file('one/a/y.ts'),
      file('one/d/x.ts', '../a/x.ts'),
      file('two/x.ts', '../three/x.ts'),
      file('three/x.ts'),
    ])
    expect(seen).toEqual([['one/a', 'one/b', 'one/c.ts']])
  })
})

describe('what the guides say about the tree', () => {
  const architecture = readRoot('ARCHITECTURE.md')
  const tree = /```text\n([\s\S]*?)```/.exec(architecture)?.[1] ?? ''
  const rooms = files.flatMap(({ path }) => /^packages\/core\/src\/[^/]+(?=\/)/.exec(path)?.[0] ?? [])

  test.each([...new Set([...packages, ...apps, ...rooms])])(
    'ARCHITECTURE.md names the folder %s',
    (folder) => {
      expect(tree).toMatch(new RegExp(`(^|[\\s,;])${posix.basename(folder)}/`, 'm'))
    },
  )

  test.each([...packages, ...apps])('AGENTS.md names the folder %s', (folder) => {
    expect(readRoot('AGENTS.md')).toMatch(new RegExp(`^${folder} `, 'm'))
  })

  const named = [...readRoot('AGENTS.md').matchAll(/`((?:packages|apps|plugins)\/[\w./-]+)`/g)]
  test.each(named.map(([, path = '']) => path))('AGENTS.md names %s, which is there', (path) => {
    expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true)
  })
})

describe('how files are named and laid out', () => {
  test('names are kebab-case and say what is inside', () => {
    const found = violations((file) => {
      const base = posix.basename(file.path).replace(/(\.[a-z]+)?(\.test|\.worker|\.bench)?\.tsx?$/, '')
      const problems = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(base) ? [] : ['is not kebab-case']
      if (/^(utils?|helpers?|manager|types|common|misc)$|-(utils?|helpers?|manager)$/.test(base))
        problems.push('says nothing')
      return problems
    })
    expect(found).toEqual([])
  })

  test('an index lists its names one by one', () => {
    expect(violations((file) => (/^export \*/m.test(file.text) ? ['has export *'] : []))).toEqual([])
  })

  test('nothing is left for later, nothing is swallowed', () => {
    const found = violations((file) => {
      const problems: string[] = []
      if (/\b(TODO|FIXME|XXX)\b/.test(file.text)) problems.push('has a TODO')
      if (/catch\s*(\([^)]*\))?\s*\{\s*\}/.test(file.text) && !file.isTest) problems.push('swallows an error')
      if (/\b(test|describe|it)\.(only|skip|todo)\(/.test(file.text)) problems.push('skips tests')
      if (/\.(skipIf|runIf)\(/.test(file.text) && !BY_CHOICE.includes(file.path))
        problems.push('skips tests in silence: pass needs(…) of @docent/testing')
      return problems
    })
    expect(found).toEqual([])
  })

  test.each(plugins)('%s has the files and the README of a plugin', (folder) => {
    for (const file of ['README.md', 'package.json', 'src/index.ts', 'src/plugin.ts', 'src/options.ts']) {
      expect(existsSync(new URL(`../${folder}/${file}`, import.meta.url)), `${folder}/${file}`).toBe(true)
    }
    const readme = readRoot(`${folder}/README.md`)
    for (const heading of ['Install', 'Options', 'Environment', 'Limits'])
      expect(readme).toMatch(new RegExp(`^## ${heading}$`, 'm'))
    expect(readme.split('\n').length).toBeLessThanOrEqual(121)
    expect(
      files.some((file) => file.path.startsWith(`${folder}/`) && file.path.endsWith('.contract.test.ts')),
    ).toBe(true)
  })

  test('the simulators are never published', () => {
    expect(JSON.parse(readRoot('packages/simulators/package.json'))).toMatchObject({ private: true })
  })

  const published = [...packages, ...plugins].filter((folder) => folder !== 'packages/simulators')

  test.each(published)('%s can be published', (folder) => {
    const manifest = JSON.parse(readRoot(`${folder}/package.json`)) as Record<string, unknown>
    expect(manifest).toMatchObject({
      license: 'MIT',
      type: 'module',
      engines: { node: expect.stringMatching(/^>=22\.1[36]$/) },
    })
    const own = [...ENTRIES].filter((entry) => entry.startsWith(`${manifest.name}/`))
    const names = ['index', ...own.map((entry) => posix.basename(entry))]
    const under = (name: string) => (name === 'index' ? '.' : `./${name}`)
    const built = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
    expect(manifest.exports).toEqual(
      Object.fromEntries(names.map((name) => [under(name), { source: `./src/${name}.ts`, ...built(name) }])),
    )
    // Outsiders have no sources: the condition that reads them stays in the repository.
    expect(manifest.publishConfig).toEqual({
      access: 'public',
      exports: Object.fromEntries(names.map((name) => [under(name), built(name)])),
    })
    if (folder.startsWith('plugins/')) {
      expect(manifest.dependencies).not.toHaveProperty(['@docent/core'])
      expect(manifest.peerDependencies).toMatchObject({ '@docent/core': 'workspace:^' })
    }
    const dependencies = {
      ...(manifest.dependencies as object),
      ...(manifest.devDependencies as object),
    } as Record<string, string>
    for (const [dependency, version] of Object.entries(dependencies)) {
      expect(version, dependency).toMatch(/^(\d|workspace:\*$|npm:.+@\d)/)
    }
  })
})
