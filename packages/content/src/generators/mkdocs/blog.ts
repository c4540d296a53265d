import { objectOf } from '../../basics/records.ts'
import { below, joinPath } from '../../paths/folder.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import { pluginOf, type Settings, textOf } from './configuration.ts'
import { pymdownSlug } from './heading-ids.ts'

/** Addresses of the posts of https://squidfunk.github.io/mkdocs-material/plugins/blog, by their paths below the pages. */
export function postRoutes(
  settings: Settings,
): (inside: string, frontmatter: Settings, heading?: string) => string | undefined {
  const plugin = pluginOf(settings, 'blog')
  if (plugin === undefined) return () => undefined
  const blog = textOf(plugin.blog_dir, 'blog').replace(/^\.\/?/, '')
  const folder = textOf(plugin.post_dir, '{blog}/posts').replace('{blog}', blog).replace(/^\/+/, '')
  const format = textOf(plugin.post_url_format, '{date}/{slug}')
  const most = typeof plugin.post_url_max_categories === 'number' ? plugin.post_url_max_categories : 1
  const separator = textOf(plugin.post_slugify_separator, '-')
  const slugOf = (text: string) => pymdownSlug(text, { case: 'lower', separator })
  return (inside, { date, slug, title, categories }, heading) => {
    const file = below(folder, inside)
    if (file === undefined) return undefined
    const name = withoutPageExtension(file).split('/').at(-1) ?? ''
    const created = String(objectOf(date).created ?? date)
    const parts: Record<string, string> = {
      date: dated(created, textOf(plugin.post_url_date_format, 'yyyy/MM/dd')),
      slug: textOf(slug, '') || slugOf(textOf(title, heading ?? name)),
      file: name,
      categories: [categories]
        .flat()
        .slice(0, most)
        .map((each) => slugOf(String(each ?? '')))
        .join('/'),
    }
    return normalizePagePath(
      joinPath(
        blog,
        format.replaceAll(/\{(\w+)\}/g, (whole, key: string) => parts[key] ?? whole),
      ),
    )
  }
}

/** https://babel.pocoo.org/en/latest/dates.html#date-fields, as far as addresses have them. */
function dated(written: string, format: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(written) ?? []
  const fields: Record<string, () => string> = {
    yyyy: () => year,
    y: () => year,
    yy: () => year.slice(2),
    MM: () => month,
    M: () => String(Number(month)),
    dd: () => day,
    d: () => String(Number(day)),
  }
  return year === '' ? '' : format.replaceAll(/y+|M+|d+/g, (field) => fields[field]?.() ?? field)
}
