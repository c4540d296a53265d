import type { PluginPort } from './plugin-port.ts'

/** Ports that reach another system: models, git hosts, documentation, search, limits, telemetry. */
export const SERVICE_PORTS: readonly PluginPort[] = [
  {
    port: 'RateLimiter',
    prefix: 'limiter',
    promise: 'takes several limits in one atomic step, all or none',
    methods: ['take'],
    register: 'provide',
    contract: 'rateLimiterContract',
    imports: ["import { ManualClock } from '@docent/testing'"],
    context: `// The adapter's only source of time: hand it to the adapter.
  const clock = new ManualClock()
  return { clock, limiter: ADAPTER }`,
  },
  {
    port: 'Retriever',
    prefix: 'retriever',
    promise: 'search and pages of one whole committed revision',
    methods: ['begin', 'search', 'page', 'names', 'manifest', 'drop'],
    register: 'provide',
    contract: 'retrieverContract',
    context: 'return { retriever: ADAPTER }',
  },
  {
    port: 'Workspaces',
    prefix: 'workspace',
    promise: 'an editable view of a repository at a commit; the only port that pushes',
    methods: ['open', 'forget'],
    register: 'provide',
    contract: 'workspacesContract',
    imports: [
      "import { mkdtemp, rm } from 'node:fs/promises'",
      "import { tmpdir } from 'node:os'",
      "import { join } from 'node:path'",
      "import { makeGitOrigin } from '@docent/testing'",
    ],
    context: `const directory = await mkdtemp(join(tmpdir(), 'workspaces-'))
  let count = 0
  return {
    workspaces: ADAPTER,
    // Another process: it shares nothing in memory with the first.
    others: ADAPTER,
    makeRepository: (files) => makeGitOrigin(join(directory, \`origin-\${count++}.git\`), files),
    close: () => rm(directory, { recursive: true }),
  }`,
  },
  {
    port: 'DocsSource',
    prefix: 'source',
    promise: 'every documentation file of one consistent revision',
    methods: ['matches', 'list'],
    data: { name: 'NAME' },
    register: 'addDocsSource',
    contract: 'docsSourceContract',
    imports: ["import { makeProject } from '@docent/testing'"],
    context: `return {
    source: ADAPTER,
    // Projects that name this source: one with the page index.mdx, one that cannot be read, one of another source.
    project: makeProject({ source: { plugin: NAME, url: 'https://docs.example.com' } }),
    broken: makeProject({ source: { plugin: NAME, url: 'https://missing.example.com' } }),
    foreign: makeProject({ source: { plugin: 'other', url: 'https://docs.example.com' } }),
    remote: () => Promise.reject(new Error('This source needs no repository.')),
    publish: () => WRITE('publish'),
  }`,
  },
  {
    port: 'GitHost',
    prefix: 'git',
    promise: 'repositories and pull requests, with short-lived credentials',
    methods: [
      'matches',
      'remote',
      'defaultBranch',
      'findPullRequests',
      'pullRequest',
      'openPullRequest',
      'updatePullRequest',
    ],
    data: { name: 'NAME', capabilities: '{ draftPullRequests: false, webhooks: false }' },
    register: 'addGitHost',
    contract: 'gitHostContract',
    context: `return {
    host: ADAPTER,
    // A server on this machine: yours in a container, or one that you simulate.
    repository: 'https://git.example.com/acme/docs',
    missing: 'https://git.example.com/acme/missing',
    foreign: 'https://elsewhere.example.com/acme/docs',
    enforcesAccess: false,
    pageSize: 2,
    // A HostTraffic as the adapter's fetch lets the suite disturb the network, see "Write a git host".
    network: { none: 'not connected yet' },
    // What people do on the host without Docent.
    pushBranch: () => WRITE('pushBranch'),
    deleteBranch: () => WRITE('deleteBranch'),
    mergePull: () => WRITE('mergePull'),
    closePull: () => WRITE('closePull'),
    openForkPull: () => WRITE('openForkPull'),
    reviewComment: { none: 'this host has no comments on lines' },
    rename: () => WRITE('rename'),
  }`,
  },
  {
    port: 'ModelProvider',
    prefix: 'model',
    promise: 'models of the @ai-sdk/provider v4 specification under one name, with sizes and price',
    methods: ['model'],
    data: { name: 'NAME' },
    register: 'addModelProvider',
    contract: 'modelProviderContract',
    context: `const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] })
  return {
    provider: ADAPTER,
    modelId: 'small',
    asksForText: { prompt: [user('Say that the sky is blue.')] },
    asksForTool: {
      prompt: [user('Look at the weather of Paris.')],
      tools: [{ type: 'function', name: 'weather', inputSchema: { type: 'object' } }],
    },
  }`,
  },
  {
    port: 'Channel',
    prefix: 'channel',
    promise: 'a place where people ask: what they wrote, and answers that are posted once',
    methods: ['verify', 'thread', 'recent', 'reply', 'edit', 'react', 'permalink'],
    data: {
      name: 'NAME',
      label: 'NAME',
      capabilities: `{
    maximumLength: 4000,
    markup: ['code', 'lists', 'links'] as const,
    threads: true,
    edits: true,
    rating: 'Was this helpful?',
    deliversRatings: false,
    deliversPosts: true,
  }`,
    },
    register: 'addChannel',
    contract: 'channelContract',
    imports: ["import { ManualClock } from '@docent/testing'"],
    context: `return {
    channel: ADAPTER,
    place: 'acme/help',
    clock: new ManualClock(),
    // What people do at the vendor, which you simulate.
    say: () => WRITE('say'),
    edit: () => WRITE('edit'),
    shown: () => WRITE('shown'),
    pings: () => WRITE('pings'),
    limitNextReply: () => WRITE('limitNextReply'),
    loseNextReply: () => WRITE('loseNextReply'),
    forge: () => WRITE('forge'),
  }`,
  },
  {
    port: 'ClaimChecker',
    prefix: 'claims',
    promise: 'tells whether texts support what is claimed of them',
    methods: ['check'],
    data: { name: 'NAME' },
    register: 'provide',
    contract: 'claimCheckerContract',
    context: `return {
    checker: ADAPTER,
    // Makes every call from now on fail as an outage does.
    fail: () => WRITE('fail'),
  }`,
  },
  {
    port: 'Telemetry',
    prefix: 'telemetry',
    promise: 'traces and metrics of what the server does',
    methods: ['trace', 'current', 'add', 'record', 'observe'],
    data: { isOn: 'true', withContent: 'false' },
    register: 'provide',
    contract: 'telemetryContract',
    context: `return {
    telemetry: ADAPTER,
    // Every span that has ended, as your collector got it: flush the adapter first.
    finished: () => WRITE('finished'),
  }`,
  },
]
