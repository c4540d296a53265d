import { z } from 'zod'

/** What stands behind the `#` of a link for an account. */
export const LinkSecret = z.string().min(1).max(200).describe('What stands behind the `#` of the link.')

/** A password that somebody chooses. Length is what counts (NIST SP 800-63B, section 5.1.1.2). */
export const NewPassword = z
  .string()
  .min(10, 'must have at least 10 characters')
  .max(200)
  .describe('The new password, 10 to 200 characters.')
  .meta({ examples: ['correct horse battery'] })

export const EmailAddress = z
  .email({ error: 'must be an address such as ada@acme.com' })
  .max(320)
  .describe('Address to sign in with. Docent sends no mail.')

export const PersonName = z.string().trim().min(1).max(100).describe('For people.')
