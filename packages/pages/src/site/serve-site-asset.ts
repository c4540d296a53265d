import { DocentError, type Reply } from '@docent/core/plugin'
import { definePublicOperation, type PublicCall } from '@docent/http'
import type { OfSite } from './of-site.ts'

const YEAR_S = 365 * 86_400

export const serveSiteAsset = definePublicOperation({
  id: 'serveSiteAsset',
  summary: 'Styles and scripts of rendered pages',
  description: 'The name of a file changes with its content, so that browsers keep it for a year.',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'The file.',
    content: { 'text/css': undefined, 'text/javascript': undefined, 'text/html': undefined },
  },
  async handle({ params, services }: PublicCall & OfSite): Promise<Reply> {
    const { assets } = await services.site.open()
    const asset = await assets.get(params.file ?? '')
    if (asset === undefined) throw new DocentError('not_found', `There is no file ${params.file}.`)
    const headers = {
      'Cache-Control': `public, max-age=${YEAR_S}, immutable`,
      'X-Content-Type-Options': 'nosniff',
      // A sandboxed frame, as the page of a pull request has them, is of no origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...asset.headers,
    }
    return { kind: 'text', status: 200, ...asset, headers }
  },
})
