import { readFileSync } from 'node:fs'
import { BetterAuthOptions } from '@docent/accounts-better-auth'
import { DiscordChannelOptions } from '@docent/channel-discord'
import { GithubChannelOptions } from '@docent/channel-github'
import { SlackChannelOptions } from '@docent/channel-slack'
import { HttpClaimsOptions } from '@docent/claims-http'
import { checkNavigation, checkPage, normalizePagePath, pagePathOf, parsePage } from '@docent/content'
import { ERROR_CODES } from '@docent/core'
import { METRICS } from '@docent/core/plugin'
import { GiteaOptions } from '@docent/git-gitea'
import { GithubOptions } from '@docent/git-github'
import { GitlabOptions } from '@docent/git-gitlab'
import { GitLocalOptions } from '@docent/git-local'
import { MemoryLimiterOptions } from '@docent/limiter-memory'
import { PostgresLimiterOptions } from '@docent/limiter-postgres'
import { RedisLimiterOptions } from '@docent/limiter-redis'
import { AnthropicOptions, ModelSettings, OpenaiCompatibleOptions, OpenaiOptions } from '@docent/model-ai-sdk'
import { OfflineOptions } from '@docent/model-offline'
import { StaticModelsOptions } from '@docent/model-static'
import { FileIndexOptions } from '@docent/retriever-files'
import { LanceIndexOptions } from '@docent/retriever-lancedb'
import { PostgresIndexOptions } from '@docent/retriever-postgres'
import {
  COMMANDS,
  commandTree,
  DocentConfig,
  jsonShape,
  leavesOf,
  listedRoutes,
  withFeatures,
} from '@docent/server'
import { GitSourceOptions } from '@docent/source-git'
import { SitemapOptions } from '@docent/source-sitemap'
import { PostgresOptions } from '@docent/store-postgres'
import { SqliteLimiterOptions, SqliteOptions } from '@docent/store-sqlite'
import { OtelOptions } from '@docent/telemetry-otel'
import { GitWorkspacesOptions } from '@docent/workspace-git'
import { describe, expect, test } from 'vitest'
import { sections, withTables } from './configuration-tables.ts'
import { navigation, pages, site, sourceOf } from './content.ts'
import { optionsOf } from './schema-options.ts'
import { environmentVariables, isRead } from './server-sources.ts'

const allRoutes = await listedRoutes()
const commands = leavesOf(await commandTree(withFeatures(COMMANDS)))
const apiText = pages
  .filter((file) => file.startsWith('api/'))
  .map(sourceOf)
  .join('\n')

/** The part of a page under a heading of the second level. */
function section(file: string, heading: string): string {
  const [, after = ''] = sourceOf(file).split(`\n## ${heading}`)
  return after.split('\n## ')[0] ?? ''
}

/** Plugins, and the options that their pages and READMEs list. */
const PLUGIN_OPTIONS: readonly (readonly [plugin: string, options: readonly string[]])[] = [
  ['store-postgres', optionsOf(PostgresOptions)],
  ['store-sqlite', optionsOf(SqliteOptions)],
  ['store-sqlite', optionsOf(SqliteLimiterOptions)],
  ['limiter-memory', optionsOf(MemoryLimiterOptions)],
  ['limiter-redis', optionsOf(RedisLimiterOptions)],
  ['limiter-postgres', optionsOf(PostgresLimiterOptions)],
  ['claims-http', optionsOf(HttpClaimsOptions)],
  ['telemetry-otel', topLevel(optionsOf(OtelOptions))],
  ['accounts-better-auth', optionsOf(BetterAuthOptions)],
  ['retriever-files', optionsOf(FileIndexOptions)],
  ['retriever-postgres', optionsOf(PostgresIndexOptions)],
  ['retriever-lancedb', optionsOf(LanceIndexOptions)],
  ['workspace-git', optionsOf(GitWorkspacesOptions)],
  ['source-git', optionsOf(GitSourceOptions)],
  ['source-sitemap', optionsOf(SitemapOptions)],
  ['channel-discord', optionsOf(DiscordChannelOptions)],
  ['channel-github', optionsOf(GithubChannelOptions)],
  ['channel-slack', optionsOf(SlackChannelOptions)],
  ['git-gitea', optionsOf(GiteaOptions)],
  ['git-gitlab', optionsOf(GitlabOptions)],
  ['git-local', optionsOf(GitLocalOptions)],
  ['git-github', optionsOf(GithubOptions)],
  ['model-ai-sdk', topLevel(optionsOf(AnthropicOptions))],
  ['model-ai-sdk', topLevel(optionsOf(OpenaiOptions))],
  ['model-ai-sdk', topLevel(optionsOf(OpenaiCompatibleOptions))],
  ['model-ai-sdk', topLevel(optionsOf(ModelSettings))],
  ['model-offline', optionsOf(OfflineOptions)],
  ['model-static', optionsOf(StaticModelsOptions)],
]

describe('every page', () => {
  test.each(pages)('%s has no problem', async (file) => {
    expect(await checkPage(file, sourceOf(file), site)).toEqual([])
  })

  test.each(pages)('%s has a title and a description that say something', (file) => {
    const { title, description } = parsePage(file, sourceOf(file)).page.frontmatter
    expect(title).toEqual(expect.stringMatching(/\S{2}/))
    expect(description).toEqual(expect.stringMatching(/^.{20,200}\.$/))
  })

  test.each(pages)('%s leaves the first heading to its title and skips no level', (file) => {
    const depths = parsePage(file, sourceOf(file)).page.headings.map(({ depth }) => depth)
    expect(depths.filter((depth) => depth === 1)).toEqual([])
    depths.forEach((depth, index) => {
      expect(depth).toBeLessThanOrEqual((depths[index - 1] ?? 1) + 1)
    })
  })

  test.each(pages)('%s names the language of each code block', (file) => {
    const fences = [...sourceOf(file).matchAll(/^(`{3,})(.*)$/gm)].map(([, , info = '']) => info)
    const opening = fences.filter((_, index) => index % 2 === 0)
    expect(opening.filter((info) => info.trim() === '')).toEqual([])
  })

  test.each(pages)('%s is in the navigation, once', (file) => {
    const path = pagePathOf(file)
    expect(navigation.pages.filter((entry) => entry.path === path)).toHaveLength(1)
  })
})

test.each(pages.filter((file) => /^docent /m.test(sourceOf(file))))(
  '%s says how to type its commands in a clone',
  (file) => {
    expect(sourceOf(file)).toContain('npm run --silent docent --')
  },
)

describe('the navigation', () => {
  test('has no problem', () => {
    expect(checkNavigation(sourceOf('docs.json'), site)).toEqual([])
  })

  test('redirects only to pages', () => {
    for (const { destination } of navigation.redirects)
      expect(site.hasPage(normalizePagePath(destination))).toBe(true)
  })
})

describe('the reference is complete', () => {
  test.each(Object.entries(ERROR_CODES))('the error code %s is on the errors page', (code, { status }) => {
    expect(sourceOf('api/errors.mdx')).toContain(`| \`${code}\` | ${status} |`)
  })

  const dashboardRoutes = allRoutes.filter(([, path]) => path.startsWith('/api/'))
  const routes = allRoutes.filter(([, path]) => !path.startsWith('/api/'))

  test.each(routes.map(([method, path]) => `${method} ${path}`))(
    '%s is in the list and on a page',
    (name) => {
      expect(sourceOf('api/overview.mdx')).toContain(`\`${name}\``)
      expect(apiText).toContain(`\n\`${name}\`\n`)
    },
  )

  test('every operation of the dashboard is in its table, with its permission and what it does', () => {
    const rows = dashboardRoutes.map(
      ([method, path, { permission, summary }]) => `| \`${method} ${path}\` | ${permission} | ${summary} |`,
    )
    const table = section('api/dashboard.mdx', 'Operations\n').split('\n')
    expect(table.filter((line) => line.startsWith('| `')).toSorted()).toEqual(rows.toSorted())
  })

  test.each(routes.map(([, path]) => path))('%s has an example with curl', (path) => {
    const pattern = path.split(/\{\w+\}/).map((part) => part.replace(/[.?]/g, '\\$&'))
    expect(apiText).toMatch(
      new RegExp(`curl .*http://127\\.0\\.0\\.1:3000${pattern.join("[^/\\s']+")}[\\s'?]`),
    )
  })

  test.each(optionsOf(DocentConfig))('the option %s is in the configuration', (option) => {
    const [top = '', ...rest] = option.split('.')
    if (rest.length === 0) expect(sourceOf('reference/configuration.mdx')).toContain(`| \`${top}\` |`)
    else {
      const text = section('reference/configuration.mdx', `${top}\n`)
      const isListed = [option, rest.join('.')].some((name) => text.includes(`| \`${name}\` |`))
      const isShared = top === 'organizations' && rest[0] === 'limits'
      expect(isListed || isShared, option).toBe(true)
    }
  })

  test('the tables of the configuration say what the schema says: npm test -- --project docs -u writes them', async () => {
    const file = 'reference/configuration.mdx'
    expect(sections().filter((name) => !sourceOf(file).includes(`\n## ${name}\n`))).toEqual([])
    await expect(withTables(sourceOf(file))).toMatchFileSnapshot(`../content/${file}`)
  })

  test.each(PLUGIN_OPTIONS)('the options of %s are on the page of the adapter', (plugin, options) => {
    const text = sourceOf(`adapters/${plugin}.mdx`)
    expect(options.filter((option) => !text.includes(`| \`${option}\` |`))).toEqual([])
  })

  test.each(PLUGIN_OPTIONS)('the options of %s are in its README', (plugin, options) => {
    const [, text = ''] = readFileSync(
      new URL(`../../../plugins/${plugin}/README.md`, import.meta.url),
      'utf8',
    ).split('\n## Options\n')
    expect(topLevel(options).filter((option) => !new RegExp(`\`${option}[.\`]`).test(text))).toEqual([])
  })

  test('the page about monitoring lists every metric', () => {
    const text = sourceOf('operations/monitoring.mdx')
    const missing = Object.entries(METRICS).filter(
      ([name, { description }]) => !text.includes(`| \`${name}\` |`) || !text.includes(description),
    )
    expect(missing).toEqual([])
  })

  test.each(commands.map((each) => [each.path.join(' '), each.command.help] as const))(
    'the command "docent %s" is on the page of the command line, with its options and its JSON',
    (name, { args, json }) => {
      expect(sourceOf('reference/cli.mdx')).toContain(`\n## docent ${name}\n`)
      const text = section('reference/cli.mdx', `docent ${name}\n`).replace(/\s+/g, ' ')
      const options = Object.entries(args).filter(([, { type }]) => type !== 'positional')
      expect(options.filter(([option]) => !text.includes(`--${option}\``))).toEqual([])
      expect(text).toContain(`${jsonShape(json)} \`\`\``)
    },
  )

  test('the page of the command line has no command that is gone', () => {
    const headings = [...sourceOf('reference/cli.mdx').matchAll(/^## docent (.+)$/gm)].map(([, name]) => name)
    expect(headings.toSorted()).toEqual(commands.map(({ path }) => path.join(' ')).toSorted())
  })

  test.each(environmentVariables())('the variable %s is documented', (name) => {
    expect(sourceOf('reference/environment.mdx')).toContain(`\`${name}\``)
  })

  test('code reads every variable that the page names', () => {
    const rows = sourceOf('reference/environment.mdx').matchAll(/^\| (`[A-Z][^|]*) \|/gm)
    const named = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name = '') => !NOT_OURS.includes(name) && !isRead(name))).toEqual([])
  })
})

/** Node and libraries read these themselves. */
const NOT_OURS = ['NO_COLOR', 'OTEL_EXPORTER_OTLP_HEADERS']

test.each([
  ['map-rate-limiter.ts', 'rate-limiter'],
  ['map-rate-limiter.contract.test.ts', 'rate-limiter'],
  ['small-git-host.ts', 'git-host'],
  ['small-git-host.contract.test.ts', 'git-host'],
  ['page-count.ts', 'overview'],
  ['bitbucket.ts', 'bitbucket'],
  ['bitbucket-git-host.ts', 'bitbucket'],
  ['repositories.ts', 'overview'],
  ['small-model-provider.ts', 'model-provider'],
  ['small-model-provider.contract.test.ts', 'model-provider'],
  ['small-claim-checker.ts', 'claim-checker'],
  ['small-claim-checker.contract.test.ts', 'claim-checker'],
])('the worked example shows %s as it is tested', (file, page) => {
  const code = readFileSync(new URL(`example/${file}`, import.meta.url), 'utf8').trimEnd()
  expect(sourceOf(`plugins/${page}.mdx`)).toContain(`\n${code}\n\`\`\``)
})

test('the guide to embedding shows the program as it is tested', () => {
  const code = readFileSync(new URL('example/embed.ts', import.meta.url), 'utf8').trimEnd()
  expect(sourceOf('plugins/embed.mdx')).toContain(`\n${code}\n\`\`\``)
})

/** Roles and prices are told in the text of one row. */
function topLevel(options: readonly string[]): string[] {
  return options.filter((option) => !option.includes('.'))
}
