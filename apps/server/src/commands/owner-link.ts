import { Accounts, Clock, DocentError, makeOwnerLink, organizationId, ProjectStore } from '@docent/core'
import { defineCommand } from 'citty'
import { accountLinkUrl } from '../account-link-url.ts'
import { httpSettings } from '../config/environment.ts'
import { configuredAddress } from '../configured-address.ts'
import { printJson } from './output.ts'
import { withDocent } from './with-docent.ts'

export const command = defineCommand({
  meta: { name: 'owner-link', description: 'Make a link that signs the owner in, once and within an hour' },
  args: {
    organization: { type: 'string', default: 'default', description: 'Organization of the owner' },
    json: { type: 'boolean', default: false, description: 'Print JSON' },
  },
  run: ({ args }) =>
    withDocent(async (docent, signal, config) => {
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
      const url = accountLinkUrl(configuredAddress(httpSettings(config, process.env)), secret)
      const expiresAt = new Date(link.expiresAt).toISOString()
      if (args.json) return printJson({ url, expiresAt })
      console.log(`${url}\n\nThis link works once, until ${expiresAt}. Open it in a browser.`)
    }),
})
