import type { AgentTask } from './agent-task.ts'
import {
  changesOnly,
  changesOnlyLines,
  contains,
  keepsCrlf,
  lacks,
  nowhere,
  redirects,
  sameApi,
  sound,
  wholeSiteSound,
} from './checks.ts'
import { SITE } from './fixture-site.ts'

/** Exact changes in what is there. */
export const EDITING_TASKS: readonly AgentTask[] = [
  {
    id: 'typo-everywhere',
    prompt: 'The word "deployment" is misspelled as "deploiment" on several pages. Fix every occurrence.',
    checks: [
      nowhere('deploiment'),
      changesOnly('docs/index.mdx', 'docs/quickstart.mdx', 'docs/guides/deploy.mdx'),
      changesOnlyLines('docs/guides/deploy.mdx', /deploi?y?ment waits/),
      contains('docs/quickstart.mdx', 'Every deployment has a number.'),
      sound,
    ],
  },
  {
    id: 'rename-product',
    prompt: 'Replace "Ferry Cloud" with "Ferry Hub" everywhere.',
    checks: [
      nowhere('Ferry Cloud'),
      contains('docs/quickstart.mdx', 'ferry-cloud.example.com'),
      contains('docs/es/quickstart.mdx', 'Ferry Hub'),
      contains('docs/changelog.mdx', 'Ferry Hub in Europe'),
      sound,
    ],
  },
  {
    id: 'one-sentence',
    prompt:
      'In docs/guides/secrets.mdx "recieved" should be "received". Change nothing else on that page, even if you see more mistakes.',
    checks: [
      changesOnly('docs/guides/secrets.mdx'),
      contains('docs/guides/secrets.mdx', 'They are received only by instances.'),
      contains('docs/guides/secrets.mdx', 'visable'),
      changesOnlyLines('docs/guides/secrets.mdx', /rec(ie|ei)ved/),
    ],
  },
  {
    id: 'title',
    prompt: 'Change the title of docs/guides/secrets.mdx to "Secrets and keys"',
    checks: [
      changesOnly('docs/guides/secrets.mdx'),
      contains('docs/guides/secrets.mdx', /^title: ["']?Secrets and keys["']?$/m),
      changesOnlyLines('docs/guides/secrets.mdx', /^title:/),
      sound,
    ],
  },
  {
    id: 'version',
    prompt:
      'Ferry 2.4.0 is out. Update the version that the documentation tells people to install. The history in the changelog stays.',
    checks: [
      changesOnly('docs/install.mdx'),
      lacks('docs/install.mdx', '2.3.1'),
      contains('docs/install.mdx', 'npm install --global ferry@2.4.0'),
      contains('docs/changelog.mdx', '## 2.3.1'),
      sound,
    ],
  },
  {
    id: 'crlf',
    prompt: 'In docs/guides/rollback.mdx, replace "ferry rollback 41" with "ferry rollback 42".',
    files: { 'docs/guides/rollback.mdx': (SITE['docs/guides/rollback.mdx'] ?? '').replaceAll('\n', '\r\n') },
    checks: [
      changesOnly('docs/guides/rollback.mdx'),
      contains('docs/guides/rollback.mdx', 'ferry rollback 42\r\n'),
      keepsCrlf('docs/guides/rollback.mdx'),
    ],
  },
  {
    id: 'broken-links',
    prompt: 'Two links of docs/guides/environments.mdx lead nowhere. Make them lead where they should.',
    files: {
      'docs/guides/environments.mdx': (SITE['docs/guides/environments.mdx'] ?? '')
        .replace('/reference/configuration#environments', '/reference/config#environments')
        .replace('/guides/secrets', '/guides/secret'),
    },
    checks: [
      changesOnly('docs/guides/environments.mdx'),
      contains('docs/guides/environments.mdx', /\/?reference\/configuration(\.mdx)?#environments/),
      wholeSiteSound,
    ],
  },
  {
    id: 'openapi-typo',
    prompt: 'Fix the typo "Relases" → "Releases" in docs/openapi.yaml.',
    checks: [
      changesOnly('docs/openapi.yaml'),
      contains('docs/openapi.yaml', 'description: Releases, newest first.'),
      sameApi('docs/openapi.yaml'),
      sound,
    ],
  },
  {
    id: 'openapi-description',
    prompt:
      'The operation listReleases in docs/openapi.yaml has no description. Add one that says what it answers, in the manner of the other operation.',
    checks: [
      changesOnly('docs/openapi.yaml'),
      contains(
        'docs/openapi.yaml',
        /operationId: listReleases\n +(summary: .{0,300}\n +)?description: \S|description: .{0,300}\n {1,40}operationId: listReleases/,
      ),
      sameApi('docs/openapi.yaml'),
      sound,
    ],
  },
  {
    id: 'redirect',
    prompt: 'Old bookmarks go to /getting-started. Make that address lead to the quickstart.',
    checks: [
      changesOnly('docs/docs.json'),
      redirects('/getting-started', '/quickstart'),
      redirects('/setup', '/install'),
      sound,
    ],
  },
]
