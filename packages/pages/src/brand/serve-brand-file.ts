import { BRAND_SLOTS, type BrandSlot, brandStyleWith, ProjectBrands } from '@docent/core'
import { DocentError, type Reply } from '@docent/core/plugin'
import { definePublicOperation } from '@docent/http'

const YEAR_S = 365 * 86_400

export const serveBrandFile = definePublicOperation({
  id: 'serveBrandFile',
  summary: 'Logos, icons, the font, and the style of a project',
  description:
    'The name of a file has the hash of its content, so only someone who saw it in a page knows it.',
  tag: 'Server',
  reply: {
    status: 200,
    description: 'The file.',
    content: { 'image/*': undefined, 'font/woff2': undefined, 'text/css': undefined },
  },
  async handle({ params, services, signal }): Promise<Reply> {
    const { domain = '', file = '' } = params
    const [name, hash = ''] = file.split('.')
    const project = await services.findProject.forReaders(domain, { signal })
    const brands = services.docent.resolve(ProjectBrands)
    const found =
      name === 'style'
        ? await styleWith(hash)
        : isSlot(name)
          ? await brands.file(project.id, name, hash, { signal })
          : undefined
    if (found === undefined) throw new DocentError('not_found', `There is no file ${file}.`)
    return {
      kind: 'text',
      status: 200,
      type: found.type,
      body: found.content,
      headers: {
        'Cache-Control': `public, max-age=${YEAR_S}, immutable`,
        'X-Content-Type-Options': 'nosniff',
        // Opened by itself, an SVG runs nothing and loads nothing.
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // A font is only shown to pages of another origin that may read it.
        'Access-Control-Allow-Origin': '*',
      },
    }

    async function styleWith(wanted: string) {
      const content = brandStyleWith(wanted, domain, await brands.read(project.id, { signal }))
      return content === undefined ? undefined : { type: 'text/css; charset=utf-8', content }
    }
  },
})

function isSlot(name: string | undefined): name is BrandSlot {
  return BRAND_SLOTS.some((slot) => slot === name)
}
