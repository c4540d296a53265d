import type { Option } from '../../ui/select.tsx'

/** What common help desks take in an address. ACME stands for the name of the company there. */
const LINKS = {
  zendesk: {
    label: 'Zendesk',
    url: 'https://ACME.zendesk.com/hc/requests/new?tf_subject={question}&tf_description={transcript}',
  },
  hubspot: {
    label: 'HubSpot',
    url: 'https://share.hsforms.com/ACME?TICKET.subject={question}&TICKET.content={transcript}',
  },
  freshdesk: { label: 'Freshdesk', email: 'support@ACME.freshdesk.com' },
  intercom: { label: 'Intercom', email: 'ACME@ACME.intercom-mail.com' },
  own: { label: 'Another one', url: 'https://' },
} as const satisfies Readonly<Record<string, { label: string; url?: string; email?: string }>>

export type HelpDesk = keyof typeof LINKS

export const HELP_DESKS: readonly Option<HelpDesk>[] = Object.entries(LINKS).map(([value, { label }]) => ({
  value: value as HelpDesk,
  label,
}))

/** The settings of a help desk, to be filled in. */
export function linksOf(desk: HelpDesk): { url: string; email: string } {
  const { url = '', email = '' }: { url?: string; email?: string } = LINKS[desk]
  return { url, email }
}

/** Which help desk an address belongs to. */
export function deskOf(url: string, email: string): HelpDesk {
  if (/^https:\/\/[^/]+\.zendesk\.com\//.test(url)) return 'zendesk'
  if (url.startsWith('https://share.hsforms.com/')) return 'hubspot'
  if (email.endsWith('.freshdesk.com')) return 'freshdesk'
  return email.endsWith('.intercom-mail.com') ? 'intercom' : 'own'
}
