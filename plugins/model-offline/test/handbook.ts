/** Passages of a real-looking handbook, as a retriever would cut them. */
export interface HandbookPassage {
  path: string
  title: string
  headings: string[]
  content: string
}

const passage = (path: string, headings: string[], content: string): HandbookPassage => ({
  path,
  title: headings[0] ?? '',
  headings,
  content,
})

export const HANDBOOK: readonly HandbookPassage[] = [
  passage(
    '/quickstart',
    ['Quickstart', 'Install'],
    `Install the CLI with npm. You need Node 22 or newer.

\`\`\`bash
npm install -g lanterncli
\`\`\`

Then sign in:

\`\`\`bash
lantern login
\`\`\``,
  ),
  passage(
    '/quickstart',
    ['Quickstart', 'Deploy your first app'],
    `Run \`lantern deploy\` in the folder of your app. Lantern builds the app, uploads it, and prints its URL. A first deployment takes about two minutes; later ones reuse the build cache.`,
  ),
  passage(
    '/concepts',
    ['Concepts', 'Environments'],
    `An environment is a copy of your app with its own URL, settings and database. Every project has two environments: \`preview\` and \`production\`. Pull requests get a preview environment of their own, which is deleted when the pull request is closed.`,
  ),
  passage(
    '/guides/api-keys',
    ['API keys', 'Create a key'],
    `API keys authenticate requests to the Lantern API. To create a key, open **Settings → API keys** and choose **New key**, or run:

\`\`\`bash
lantern keys create --name ci
\`\`\`

The key is shown once. Store it in a safe place.`,
  ),
  passage(
    '/guides/api-keys',
    ['API keys', 'Revoke a key'],
    `Revoke a key that has leaked at once. Revoking takes effect within five seconds on all servers.

\`\`\`bash
lantern keys revoke <id>
\`\`\`

Requests with a revoked key are answered with status 401.`,
  ),
  passage(
    '/guides/api-keys',
    ['API keys', 'Rotate keys'],
    `Rotate keys every 90 days. Create a second key, move your services to it, and revoke the first one. Both keys work at the same time, so no request fails.`,
  ),
  passage(
    '/reference/limits',
    ['Limits'],
    `Requests to the API are limited per key.

| Plan | Requests per minute | Builds per day |
| --- | --- | --- |
| Free | 60 | 10 |
| Team | 600 | 200 |

When a limit is reached, the API answers with status 429 and a \`Retry-After\` header.`,
  ),
  passage(
    '/guides/domains',
    ['Custom domains'],
    `Add a custom domain in three steps:

1. Open **Settings → Domains** and enter the name.
2. Create the CNAME record that is shown at your DNS provider.
3. Wait until the status is \`active\`; this takes up to one hour.

Certificates are issued and renewed automatically by Let's Encrypt.`,
  ),
  passage(
    '/guides/env',
    ['Environment variables'],
    `Set an environment variable with \`lantern env set NAME=value\`. Variables are encrypted at rest. A new value is used from the next deployment on. Variables that start with \`PUBLIC_\` are visible in the browser.`,
  ),
  passage(
    '/guides/rollback',
    ['Roll back'],
    `Every deployment is kept for 30 days. To go back to an earlier one, run \`lantern rollback <deployment>\`. A rollback does not change the database.`,
  ),
  passage(
    '/guides/logs',
    ['Logs'],
    `Logs are kept for 7 days on the Free plan and for 30 days on the Team plan. Follow them with \`lantern logs --follow\`. Filter by level with \`--level error\`.`,
  ),
  passage(
    '/reference/pricing',
    ['Pricing'],
    `The Free plan costs nothing. The Team plan costs 20 dollars per user and month. Traffic above 1 TB costs 5 cents per gigabyte.`,
  ),
  passage(
    '/guides/teams',
    ['Teams', 'Roles'],
    `A member has one of three roles. Owners can change billing, admins can manage members and keys, and developers can deploy. Only an owner can delete a project.`,
  ),
  passage(
    '/guides/webhooks',
    ['Webhooks'],
    `Lantern sends a webhook when a deployment starts, succeeds or fails. Each request carries the header \`Lantern-Signature\`, an HMAC-SHA-256 of the body with the secret of the webhook. A webhook that is answered with anything but a 2xx status is retried up to 8 times with growing delays.`,
  ),
  passage(
    '/guides/databases',
    ['Databases', 'Backups'],
    `Databases are backed up every night, and backups are kept for 14 days. Restore a backup with \`lantern db restore <backup>\`. A restore replaces all data of the environment.`,
  ),
  passage(
    '/guides/docker',
    ['Docker'],
    `Lantern builds a \`Dockerfile\` when it finds one in the root of the app. The image must listen on the port in the variable \`PORT\`. Images may be at most 2 GB.`,
  ),
]
