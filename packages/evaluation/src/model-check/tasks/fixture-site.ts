import type { AgentTask } from './agent-task.ts'

/** Documentation folder of the fixture repository. */
export const ROOT = 'docs'

const page = (title: string, description: string, body: string) =>
  `---\ntitle: ${title}\ndescription: ${description}\n---\n\n${body}\n`

/** A small documentation repository of a product that does not exist, with the source code that it documents. */
export const SITE: Readonly<Record<string, string>> = {
  'AGENTS.md': `# Writing for this repository

- British spelling.
- Never write "simply", "just" or "easy".
- Code blocks of commands are labelled \`sh\`, and commands have no \`$\` before them.
- Every guide has a section "Before you start".
`,
  'package.json': '{ "name": "ferry", "version": "2.4.0" }\n',
  'src/cli/deploy.ts': `/** Options of \`ferry deploy\`. */
export interface DeployOptions {
  /** \`--environment\`: where to deploy. Default: production. */
  environment: string
  /** \`--dry-run\`: print the plan and change nothing. */
  dryRun: boolean
  /** \`--max-wait\`: seconds to wait for healthy instances before the deployment is rolled back. Default: 300. */
  maxWait: number
}
`,
  'src/errors.ts': `/** Exit codes of the command line. */
export const EXIT_CODES = {
  /** The configuration file cannot be read. */
  config: 2,
  /** No credentials, or wrong ones. */
  credentials: 3,
  /** Another deployment of the same environment is running. */
  locked: 7,
} as const
`,
  'docs/docs.json': `{
  "name": "Ferry",
  "navigation": [
    { "group": "Start", "pages": ["index", "quickstart", "install"] },
    {
      "group": "Guides",
      "pages": [
        "guides/deploy",
        "guides/rollback",
        "guides/environments",
        "guides/secrets",
        "guides/monitoring"
      ]
    },
    { "group": "Reference", "pages": ["reference/cli", "reference/configuration", "reference/errors"] },
    { "group": "Español", "pages": ["es/quickstart"] },
    { "group": "More", "pages": ["changelog"] }
  ],
  "redirects": [{ "source": "/setup", "destination": "/install" }]
}
`,
  'docs/index.mdx': page(
    'Ferry',
    'Deploy services from one command.',
    `Ferry Cloud runs your deploiment from one command. Begin with the [quickstart](/quickstart).

<Card title="Roll back" href="/guides/rollback">When a release goes wrong.</Card>
<Card title="Watch it" href="/guides/monitoring">See how your services are.</Card>`,
  ),
  'docs/quickstart.mdx': page(
    'Quickstart',
    'Your first deployment in five minutes.',
    `First [install Ferry](./install.mdx). Then sign in to Ferry Cloud:

\`\`\`sh
ferry login --host ferry-cloud.example.com
\`\`\`

## Deploy

\`\`\`sh
ferry deploy --environment staging
\`\`\`

Every deploiment has a number. See [deploying](/guides/deploy) for more.`,
  ),
  'docs/install.mdx': page(
    'Install Ferry',
    'Get the command line.',
    `Ferry 2.3.1 needs Node 20 or newer. See the [configuration](reference/configuration) afterwards.

\`\`\`sh
npm install --global ferry@2.3.1
\`\`\`

<Note>Version 2.3.1 is the newest release.</Note>`,
  ),
  'docs/guides/deploy.mdx': page(
    'Deploy a service',
    'Bring a new version of a service into an environment.',
    `## Before you start

You need [credentials](/guides/secrets) and an [environment](environments).

## Deploy

\`\`\`sh
ferry deploy --environment production
\`\`\`

The deploiment waits until all instances are healthy. If it fails, [roll back](./rollback).

<Note>A dry run changes nothing.</Note>`,
  ),
  'docs/guides/rollback.mdx': page(
    'Roll back a release',
    'Return to the release before.',
    `## Before you start

Find the number of the release in the [list of releases](/reference/cli#releases).

## Roll back

\`\`\`sh
ferry rollback 41
\`\`\`

<Note>A rollback is a [deployment](deploy#deploy) of its own.</Note>`,
  ),
  'docs/guides/environments.mdx': page(
    'Environments',
    'Keep staging and production apart.',
    `## Before you start

Read the [configuration reference](/reference/configuration#environments).

## Create an environment

\`\`\`sh
ferry environments create staging
\`\`\`

<Note>An environment has its own [secrets](/guides/secrets).</Note>`,
  ),
  'docs/guides/secrets.mdx': page(
    'Secrets',
    'Give services what nobody else may see.',
    `## Before you start

Ask an owner for access.

## Set a secret

\`\`\`sh
ferry secrets set API_KEY
\`\`\`

<Note>Secrets are encrypted before they leave your machine. They are recieved only by instances.</Note>

A secret is visable to owners.`,
  ),
  'docs/guides/monitoring.mdx': page(
    'Monitoring',
    'See how your services are.',
    `## Before you start

Deploy a service first: see [deploying](/guides/deploy).

## Watch

\`\`\`sh
ferry status
\`\`\`

<Note>Status is refreshed every ten seconds.</Note>`,
  ),
  'docs/reference/cli.mdx': page(
    'Command line',
    'Every command and option.',
    `## deploy

| Option | Meaning | Default |
| --- | --- | --- |
| \`--environment\` | Where to deploy. | \`production\` |
| \`--dry-run\` | Prints the plan and changes nothing. | off |

## releases

Lists releases. To return to one, see [rolling back](/guides/rollback).

## status

Shows instances. See [monitoring](../guides/monitoring.mdx).`,
  ),
  'docs/reference/configuration.mdx': page(
    'Configuration',
    'The file ferry.yaml.',
    `## Environments

\`environments\` lists names.

## Proxy

\`proxy.url\` is the address of an HTTP proxy. Without it Ferry connects directly.

## Certificates

\`certificates.ca\` is a file of additional certificate authorities.`,
  ),
  'docs/reference/errors.mdx': page(
    'Exit codes',
    'What the command line exits with.',
    `| Code | Meaning |
| --- | --- |
| 2 | The configuration file cannot be read. |
| 3 | No credentials, or wrong ones. |

Behind a proxy, see its [settings](/reference/configuration#proxy).`,
  ),
  'docs/es/quickstart.mdx': page(
    'Inicio rápido',
    'Su primer despliegue en cinco minutos.',
    `Primero [instale Ferry](/install). Después inicie sesión en Ferry Cloud:

\`\`\`sh
ferry login --host ferry-cloud.example.com
\`\`\``,
  ),
  'docs/changelog.mdx': page(
    'Changelog',
    'What changed.',
    `## 2.4.0

- \`ferry deploy --max-wait\`

## 2.3.1

- Ferry Cloud in Europe`,
  ),
  'docs/openapi.yaml': `openapi: 3.1.0
info: { title: Ferry, version: 2.4.0 }
paths:
  /releases:
    get:
      operationId: listReleases
      responses:
        '200':
          description: Relases, newest first.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Releases' }
  /releases/{number}:
    get:
      operationId: getRelease
      description: One release by its number.
      parameters:
        - { name: number, in: path, required: true, schema: { type: integer } }
      responses:
        '200': { description: The release. }
components:
  schemas:
    Releases:
      type: array
      items: { type: object }
`,
}

/** The repository that a task begins with. */
export function filesOf(task: AgentTask): Map<string, string> {
  const files = new Map(Object.entries(SITE))
  for (const [path, text] of Object.entries(task.files ?? {})) {
    if (text === null) files.delete(path)
    else files.set(path, text)
  }
  return files
}
