import { DocentConfig, schemaOptions } from '@docent/server'

const options = schemaOptions(DocentConfig)
/** Their items have options of their own, which are named without the list. */
const LISTS = ['projects', 'organizations', 'webhooks']

/** A page with the table of each section made from the schema; what else the page says stays. */
export function withTables(page: string): string {
  return page.replace(
    /(^## (.+)\n(?:(?!^## |^\|)[\s\S])*)^\|.*\n(?:^\|.*\n)*/gm,
    (whole, before, heading) => {
      const table = tableOf(heading)
      return table === undefined ? whole : `${before}${table}`
    },
  )
}

/** Names of the sections that have a table. */
export function sections(): string[] {
  return [
    'Top level',
    ...options.map(({ name }) => name).filter((name) => rowsOf(name).length > 0 && !name.includes('.')),
  ]
}

function tableOf(heading: string): string | undefined {
  const rows = rowsOf(heading)
  if (rows.length === 0) return undefined
  const lines = rows.map(({ name, type, text, default: fallback }) =>
    ['', `\`${name}\``, type, fallback, text, ''].join(' | ').trim().replaceAll('|  |', '| |'),
  )
  return ['| Option | Type | Default | Meaning |', '| --- | --- | --- | --- |', ...lines, ''].join('\n')
}

function rowsOf(heading: string) {
  if (heading === 'Top level') return options.filter(({ name }) => !name.includes('.'))
  const inside = options.filter(({ name }) => name.startsWith(`${heading}.`))
  if (!LISTS.includes(heading)) return inside
  return inside.map((option) => ({ ...option, name: option.name.slice(heading.length + 1) }))
}
