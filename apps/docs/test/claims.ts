import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDocumentationFile } from '@docent/content'
import { DocentConfig } from '@docent/server'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const json = (file: string) => JSON.parse(read(file))
const defaults = DocentConfig.parse({})

/** What the documentation says about Docent, and the code that knows whether it is so. */
export interface Claim {
  /** Relative to the root of the repository. */
  page: string
  /** As it stands on the page. */
  sentence: string
  /** Undefined when it is true, else why it is not. */
  check(): string | undefined
}

const same = (found: unknown, expected: unknown) =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? undefined
    : `found ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`

/** Folders that open connections to other machines, and to what. */
const CONNECTING: Readonly<Record<string, string>> = {
  'apps/server': 'itself, from commands',
  'packages/commands': 'its own host of pages, git hosts, and a port of this machine, from checks',
  'packages/webhooks': 'webhook endpoints',
  'packages/client': 'the server, from a client',
  'packages/core': 'nothing itself: it names the type',
  'packages/dashboard-api': 'providers of sign-in',
  'packages/git': 'git hosts',
  'packages/http': 'nothing itself: it reads the addresses of clients',
  'packages/git-host': 'git hosts',
  'packages/pages': 'nothing itself: scripts and samples that run elsewhere',
  'plugins/channel-discord': 'channels',
  'plugins/channel-github': 'channels',
  'plugins/channel-slack': 'channels',
  'plugins/git-github': 'git hosts',
  'plugins/git-gitlab': 'git hosts',
  'plugins/git-gitea': 'git hosts',
  'plugins/model-ai-sdk': 'models',
  'plugins/source-sitemap': 'websites',
  'packages/object-store': 'object stores',
  'plugins/claims-http': 'checkers of claims',
  'plugins/telemetry-otel': 'telemetry collectors',
}

/** A source file that can reach another machine: by `fetch`, by a socket, or by Node's HTTP client. */
function connects(source: string): boolean {
  return (
    /(?<![#.\w])fetch\s*\(|globalThis\.fetch|typeof fetch/.test(source) ||
    /from 'node:(?:net|tls|https|dgram|dns)'/.test(source) ||
    /import \{[^}]*\brequest\b[^}]*\} from 'node:http'/.test(source)
  )
}

function connectingFolders(): string | undefined {
  const sources = globSync('{apps/server,packages/*,plugins/*}/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^packages\/(?:testing|simulators)\//.test(file),
  )
  if (sources.length < 200) return 'the sources were not found'
  const strangers = sources
    .filter((file) => connects(read(file)))
    .filter((file) => !(file.split('/').slice(0, 2).join('/') in CONNECTING))
  return strangers.length === 0 ? undefined : `${strangers.join(', ')} also connects`
}

/** Says so when a server without `plugins` in its configuration uses a plugin. */
function isDefault(plugin: string): string | undefined {
  return read('apps/server/src/plugins/default-plugins.ts').includes(plugin)
    ? `${plugin} is a default plugin`
    : undefined
}

/** @param optional folders of plugins that are used only where somebody names them */
function dependsOn(pattern: RegExp, optional: readonly string[] = []): string | undefined {
  const found = globSync('{apps/server,packages/*,plugins/*}/package.json', { cwd: root }).flatMap((file) =>
    Object.keys(json(file).dependencies ?? {})
      .filter((name) => pattern.test(name) && !optional.some((folder) => file.startsWith(`${folder}/`)))
      .map((name) => `${file}: ${name}`),
  )
  return found.length === 0 ? undefined : found.join(', ')
}

const NETWORK =
  'It connects only to the git hosts, models, channels, claim checkers, websites, databases, object stores, telemetry collectors, and webhook endpoints that you configure.'
const NODE = json('apps/server/package.json').engines.node.replace('>=', '')

export const CLAIMS: readonly Claim[] = [
  { page: 'apps/docs/content/index.mdx', sentence: NETWORK, check: connectingFolders },
  { page: 'apps/docs/content/operations/security.mdx', sentence: NETWORK, check: connectingFolders },
  {
    page: 'apps/docs/content/index.mdx',
    sentence: 'It sends no telemetry unless you add the telemetry plugin.',
    check: () =>
      isDefault('telemetry-otel') ??
      dependsOn(/^(?!@docent\/analytics$).*(?:telemetry|analytics|sentry|posthog|segment|prom-client)/, [
        'plugins/telemetry-otel',
      ]),
  },
  {
    page: 'apps/docs/content/index.mdx',
    sentence: 'Docent needs no database server, no search service, and no container.',
    check: () =>
      isDefault('postgres') ??
      isDefault('redis') ??
      dependsOn(/^(?:pg|postgres|mysql2?|mongodb|ioredis|redis|@elastic\/.*|typesense|meilisearch)$/, [
        'packages/postgres',
        'plugins/store-postgres',
        'plugins/limiter-postgres',
        'plugins/limiter-redis',
      ]),
  },
  {
    page: 'apps/docs/content/guides/faq.mdx',
    sentence: 'Yes, there is a [dashboard](/guides/dashboard) at the address of the server.',
    check: () => same(existsSync(`${root}apps/dashboard/package.json`), true),
  },
  {
    page: 'apps/docs/content/guides/faq.mdx',
    sentence: 'Yes, Docent runs on several machines when they share [PostgreSQL](/operations/postgresql),',
    check: () => same(existsSync(`${root}plugins/store-postgres/package.json`), true),
  },
  {
    page: 'apps/docs/content/index.mdx',
    sentence:
      'Both work on the Markdown, MDX, AsciiDoc, MyST, and reStructuredText files of a git repository.',
    check: () =>
      same(['a.md', 'a.mdx', 'a.adoc', 'a.rst', 'a.html'].map(isDocumentationFile), [
        true,
        true,
        true,
        true,
        false,
      ]),
  },
  {
    page: 'apps/docs/content/index.mdx',
    sentence: 'It is published under the MIT license.',
    check: () =>
      same(
        [
          ...new Set(
            globSync('{apps,packages,plugins}/*/package.json', { cwd: root }).map(
              (file) => json(file).license,
            ),
          ),
        ],
        ['MIT'],
      ),
  },
  {
    page: 'apps/docs/content/index.mdx',
    sentence:
      'Node 22.16 or later with npm, to start the server. The repository installs its own Node 24 to run it.',
    check: () =>
      NODE === '22.16' && /^24\./.test(json('package.json').devDependencies.node)
        ? undefined
        : 'package.json asks for another Node',
  },
  {
    page: 'apps/docs/content/quickstart.mdx',
    sentence: 'To run Docent, you need Node 22.16 or later, npm, and git 2.38 or later.',
    check: () =>
      same(
        [
          read('apps/server/src/process/node-version.ts').includes('needs Node 22.16'),
          read('scripts/require-node.mjs').includes('minor < 16'),
          json('plugins/store-sqlite/package.json').engines.node,
          read('packages/git/src/run/start-git.ts').includes('Install git 2.38 or later'),
        ],
        [true, true, '>=22.16', true],
      ),
  },
  {
    page: 'apps/docs/content/quickstart.mdx',
    sentence: 'The default is `http://127.0.0.1:3000`.',
    check: () => same([defaults.http.host, defaults.http.port], ['127.0.0.1', 3000]),
  },
  {
    page: 'apps/docs/content/operations/security.mdx',
    sentence: 'The server listens on `127.0.0.1` unless you change it.',
    check: () => same(defaults.http.host, '127.0.0.1'),
  },
  {
    page: 'apps/docs/content/operations/security.mdx',
    sentence: 'Revoking takes effect within 5 seconds.',
    check: () => {
      const ms = /const CACHE_MS = ([\d_]+)/.exec(read('packages/core/src/access/authenticate.ts'))?.[1]
      return Number(ms?.replaceAll('_', '')) <= 5_000 ? undefined : `a key is cached for ${ms} ms`
    },
  },
  {
    page: 'apps/docs/content/operations/security.mdx',
    sentence:
      'Only owners of an organization, and keys with the scope `manage`, can enter or change the address of a repository.',
    check: () => {
      const folder = 'packages/dashboard-api/src/projects'
      const taking = globSync(`${folder}/*.ts`, { cwd: root }).filter((file) =>
        /\b(?:configOf|changedConfig)\(/.test(read(file).replaceAll(/export function \w+\(/g, '')),
      )
      if (taking.length < 3) return 'the operations were not found'
      return same(
        taking.filter((file) => !read(file).includes("permission: 'manage'")),
        [],
      )
    },
  },
  {
    page: 'apps/docs/content/operations/security.mdx',
    sentence: 'The secret of the server is a file with mode 0600, or `DOCENT_SECRET`.',
    check: () =>
      read('apps/server/src/config/secrets.ts').includes('mode: 0o600') ? undefined : 'no mode 0600',
  },
  {
    page: 'apps/docs/content/operations/data.mdx',
    sentence: 'Only its owner can read it.',
    check: () =>
      read('apps/server/src/config/data-directory.ts').includes('mode: 0o700') ? undefined : 'no mode 0700',
  },
  {
    page: 'apps/docs/content/operations/data.mdx',
    sentence: '| 90 days (`agent.keepStepsDays`, `agent.keepEventsDays`). |',
    check: () => same([defaults.agent.keepStepsDays, defaults.agent.keepEventsDays], [90, 90]),
  },
  {
    page: 'apps/docs/content/operations/data.mdx',
    sentence: '| 365 days after the last answer (`assistant.keepThreadsDays`). |',
    check: () => same(defaults.assistant.keepThreadsDays, 365),
  },
  {
    page: 'apps/docs/content/operations/data.mdx',
    sentence: '| Idempotency records | 24 hours. |',
    check: () =>
      /KEEP_MS = 24 \* 60 \* 60 \* 1000/.test(read('packages/core/src/jobs/idempotency.ts'))
        ? undefined
        : 'records are kept for another time',
  },
  {
    page: 'apps/docs/content/guides/first-change.mdx',
    sentence: 'Error: There is no project yet. Add one with "docent projects add".',
    check: () =>
      read('packages/command-line/src/arguments/find-project.ts').includes(
        'There is no project yet. Add one with "docent',
      ) && read('apps/server/test/cli.test.ts').includes('const command = await commandIn(')
        ? undefined
        : 'the example of the guide is gone',
  },
  {
    page: 'README.md',
    sentence: 'The assistant reads a public repository without `GITHUB_TOKEN`:',
    check: () =>
      read('packages/core/src/ingest/index-project.ts').includes('hosts.readRemote(') ||
      read('packages/core/src/ingest/index-project.ts').includes('readRemote')
        ? undefined
        : 'indexing asks a git host for credentials',
  },
  {
    page: 'README.md',
    sentence: 'No shell, no network, only the docs folder',
    check: () =>
      same(
        globSync('packages/core/src/agent/tools/*.ts', { cwd: root }).filter((file) =>
          /node:child_process|node:fs|fetch\(/.test(read(file)),
        ),
        [],
      ),
  },
  {
    page: 'apps/docs/content/operations/logs-and-health.mdx',
    sentence: 'Set `LOG_FORMAT=json` when a program collects the log.',
    check: () =>
      read('apps/server/src/process/logger.ts').includes("LOG_FORMAT === 'json'") ? undefined : 'not read',
  },
]
