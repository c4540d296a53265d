import type { AgentTask } from './agent-task.ts'
import {
  changesOnly,
  contains,
  frontmatterLike,
  headings,
  isGone,
  lacks,
  navigationHas,
  navigationLacks,
  nowhere,
  redirects,
  sound,
} from './checks.ts'

/** Pages that come, go and move. */
export const PAGE_TASKS: readonly AgentTask[] = [
  {
    id: 'move-page',
    prompt:
      'Rename docs/guides/rollback.mdx to docs/guides/undo.mdx, and let nothing point to the old place.',
    checks: [
      isGone('docs/guides/rollback.mdx'),
      contains('docs/guides/undo.mdx', 'ferry rollback 41'),
      navigationHas('/guides/undo'),
      navigationLacks('/guides/rollback'),
      redirects('/guides/rollback', '/guides/undo'),
      contains('docs/index.mdx', 'href="/guides/undo"'),
      contains('docs/guides/deploy.mdx', /\((\.\/|\/guides\/)?undo\)/),
      contains('docs/reference/cli.mdx', '/guides/undo'),
      sound,
    ],
  },
  {
    id: 'move-to-folder',
    prompt: 'Move docs/install.mdx to docs/guides/install.mdx.',
    checks: [
      isGone('docs/install.mdx'),
      contains('docs/guides/install.mdx', /\((\.\.|)\/reference\/configuration(\.mdx)?\)/),
      contains('docs/quickstart.mdx', /\((\.?\/)?guides\/install(\.mdx)?\)/),
      navigationHas('/guides/install'),
      redirects('/install', '/guides/install'),
      sound,
    ],
  },
  {
    id: 'delete-page',
    prompt:
      'Monitoring is gone from the product. Delete docs/guides/monitoring.mdx and everything that points to it.',
    checks: [
      isGone('docs/guides/monitoring.mdx'),
      navigationLacks('/guides/monitoring'),
      nowhere(/\]\([^)]{0,300}monitoring|href="[^"]{0,300}monitoring/),
      contains('docs/index.mdx', 'href="/guides/rollback"'),
      changesOnly('docs/guides/monitoring.mdx', 'docs/docs.json', 'docs/index.mdx', 'docs/reference/cli.mdx'),
      sound,
    ],
  },
  {
    id: 'split-page',
    prompt:
      'docs/reference/configuration.mdx is too long. Move its sections "Proxy" and "Certificates" to a new page docs/reference/networking.mdx and keep all links working.',
    checks: [
      headings('docs/reference/networking.mdx', /Proxy/, /Certificates/),
      contains('docs/reference/networking.mdx', '`proxy.url` is the address of an HTTP proxy.'),
      lacks('docs/reference/configuration.mdx', 'proxy.url'),
      headings('docs/reference/configuration.mdx', /Environments/),
      frontmatterLike('docs/reference/networking.mdx', 'docs/reference/errors.mdx'),
      contains('docs/reference/errors.mdx', /reference\/networking#proxy|\(\.?\/?networking(\.mdx)?#proxy/),
      navigationHas('/reference/networking'),
      sound,
    ],
  },
  {
    id: 'add-page',
    prompt:
      'Add a page docs/guides/logs.mdx in the style of the other guides. The command is "ferry logs <service>"; it prints the last 100 lines, and with --follow it goes on printing new ones.',
    checks: [
      frontmatterLike('docs/guides/logs.mdx', 'docs/guides/deploy.mdx'),
      headings('docs/guides/logs.mdx', /^Before you start$/),
      contains('docs/guides/logs.mdx', /```sh\nferry logs/),
      contains('docs/guides/logs.mdx', '--follow'),
      contains('docs/guides/logs.mdx', '100'),
      lacks('docs/guides/logs.mdx', /^\$ /m),
      navigationHas('/guides/logs'),
      changesOnly('docs/guides/logs.mdx', 'docs/docs.json'),
      sound,
    ],
  },
  {
    id: 'add-page-verbatim',
    prompt:
      'Add a page docs/guides/limits.mdx titled "Limits" with the text: A service has at most 20 instances.',
    checks: [
      contains('docs/guides/limits.mdx', /^title: ["']?Limits["']?$/m),
      contains('docs/guides/limits.mdx', 'A service has at most 20 instances.'),
      navigationHas('/guides/limits'),
      changesOnly('docs/guides/limits.mdx', 'docs/docs.json'),
      sound,
    ],
  },
]
