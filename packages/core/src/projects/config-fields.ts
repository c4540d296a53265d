import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { isBranchName } from '../domain/branch-name.ts'
import { isRepositoryUrl } from './source-urls.ts'

/** RFC 1035 section 2.3.1 with the digits of RFC 1123, lower case. */
export const dnsLabel = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be 1 to 63 lower-case letters, digits or "-", and begin and end with a letter or digit, such as my-docs',
  )

export const repositoryUrl = z.string().refine(isRepositoryUrl, {
  error: ({ input }) =>
    typeof input === 'string' && isAbsolute(input)
      ? `is a folder. Write its URL: ${pathToFileURL(input).href}`
      : 'must be the full URL of a git repository without credentials, such as https://github.com/acme/docs or file:///srv/docs',
})

export const folder = z
  .string()
  .transform((path) => path.replace(/^\.?\/+|(?<!\/)\/+$/g, ''))
  .refine((path) => path === '.' || !path.split('/').some((part) => part === '..' || part === '.'), {
    error: 'must be a folder inside the repository',
  })
  .transform((path) => (path === '.' ? '' : path))

export const branchName = z.string().refine(isBranchName, { error: 'must be a git branch name' })
