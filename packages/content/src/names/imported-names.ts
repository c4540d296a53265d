import type { Region } from './region.ts'

const LISTS: readonly RegExp[] = [
  /\bimport\s{1,4}(?:type\s{1,4})?(?:[\w$]{1,60}\s{0,2},\s{0,2})?\{([^{}]{1,600})\}\s{0,4}from\b/g,
  /\bfrom\s{1,4}[\w.]{1,100}\s{1,4}import\s{1,4}\(?([\w\s,]{1,600})/g,
  /\buse\s{1,4}[\w:]{1,100}::\{([^{}]{1,400})\}/g,
  /\bconst\s{0,4}\{([^{}=]{1,300})\}\s{0,4}=\s{0,4}(?:await\s{1,4}import|require)\(/g,
]

/** Where names stand that code imports: the product must have them. */
export function importedPlaces(text: string, { start, end }: Region): ReadonlySet<number> {
  const places = new Set<number>()
  const code = text.slice(start, end)
  if (!/\b(?:import|use|require)\b/.test(code)) return places
  for (const pattern of LISTS) {
    for (const match of code.matchAll(pattern)) {
      const [whole, list = ''] = match
      const from = start + match.index + whole.indexOf(list)
      const [line = ''] = whole.startsWith('from') ? list.split('\n') : [list]
      for (const name of line.matchAll(/(?:^|[,(]|\btype\s)\s*([A-Za-z_$][\w$]*)/g))
        places.add(from + name.index + name[0].length - (name[1]?.length ?? 0))
    }
  }
  return places
}
