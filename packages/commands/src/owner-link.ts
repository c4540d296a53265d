import { auditCommand } from '@docent/command-line'
import { makeOwnerLink } from '@docent/core'
import {
  Accounts,
  Clock,
  DocentError,
  defineCommand,
  organizationId,
  ProjectStore,
} from '@docent/core/plugin'
import { accountLinkUrl } from '@docent/dashboard-api/for-commands'
import { z } from 'zod'

export const command = defineCommand({
  description: 'Create a link that signs in the owner, once, within an hour',
  args: {
    organization: { type: 'string', default: 'default', description: 'Organization of the owner' },
  },
  example: 'owner-link',
  json: z.object({ url: z.string(), expiresAt: z.string() }),
  async work({ docent, args, url: server, signal }) {
    const accounts = docent.find(Accounts)
    if (!accounts)
      throw new DocentError(
        'configuration',
        'This server has no accounts. Add accounts() of @docent/accounts-better-auth to "plugins" in docent.config.ts.',
      )
    const organization = organizationId(args.organization)
    if (!(await docent.resolve(ProjectStore).organization(organization, { signal })))
      throw new DocentError(
        'not_found',
        `There is no organization "${organization}". Add it to "organizations" in docent.config.ts.`,
      )
    const { link, secret } = await makeOwnerLink(accounts, docent.resolve(Clock), organization, { signal })
    await auditCommand(docent, organization, 'session.create-owner-link', link.id, {})
    return { url: accountLinkUrl(server, secret), expiresAt: new Date(link.expiresAt).toISOString() }
  },
  show: ({ url, expiresAt }, out) =>
    out.line(`${url}\n\nThis link works once, until ${expiresAt}. Open it in a browser.`),
})
