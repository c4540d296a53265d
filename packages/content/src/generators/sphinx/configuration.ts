import { listsNamed } from './python-lists.ts'

/** What `conf.py` says as far as it is written out. Nothing is run. */
export interface SphinxConfiguration {
  /** Name of the first document, without extension. */
  rootDocument: string
  /** Attributes of every page, by name: `config:version`, `extlinks:issue`, `tags`. */
  attributes: Record<string, string>
}

const ASSIGNMENT =
  /^([A-Za-z_]\w{0,60})[ \t]*=[ \t]*(?:(?:[A-Za-z_]\w{0,60})[ \t]*=[ \t]*)?[rRuU]?("""|'''|"|')/gm
const CONSTANT = /^([A-Za-z_]\w{0,60})[ \t]*=[ \t]*(True|False|None|\d{1,9})[ \t]*(?:#.*)?$/gm
const TAG = /\btags\.add\(\s*["']([\w.-]{1,60})["']\s*\)/g
const EXTLINKS = /^extlinks[ \t]*=[ \t]*(?:dict\()?\{/m
const EXTLINK =
  /["']([\w-]{1,60})["'][ \t]{0,9}:\s{0,99}[([]\s{0,99}r?["']([^"'\n]{1,500})["'](?:,\s{0,99}r?["']([^"'\n]{0,200})["'])?/g
const LONGEST = 20_000

export function sphinxConfiguration(script: string): SphinxConfiguration {
  const attributes: Record<string, string> = { tags: '' }
  for (const { 0: whole, 1: name = '', 2: quote = '', index } of script.matchAll(ASSIGNMENT)) {
    const start = index + whole.length
    const end = script.indexOf(quote, start)
    const isLine = quote.length === 1
    const text = script.slice(start, Math.min(end < 0 ? start : end, start + LONGEST))
    if (end < 0 || (isLine && text.includes('\n'))) continue
    attributes[`config:${name}`] = text.replace(/\\\n/g, '')
    // `release = version = '1.0'`
    const second = /=[ \t]*([A-Za-z_]\w{0,60})[ \t]*=/.exec(whole)?.[1]
    if (second !== undefined) attributes[`config:${second}`] = text
  }
  for (const [, name = '', value = ''] of script.matchAll(CONSTANT)) attributes[`config:${name}`] = value
  for (const [, tag = ''] of script.matchAll(TAG)) attributes.tags = `${attributes.tags} ${tag} `
  const links = EXTLINKS.exec(script)
  if (links !== null) {
    const end = script.indexOf('\n}', links.index)
    const written = script.slice(links.index, end < 0 ? links.index + LONGEST : end)
    for (const [, name = '', address = '', caption = ''] of written.matchAll(EXTLINK))
      attributes[`extlinks:${name}`] = `${address}\n${caption}`
  }
  const language = attributes['config:highlight_language']
  if (language !== undefined) attributes.highlight_language = language
  const rootDocument = listsNamed('(?:root_doc|master_doc)', script)[0] ?? 'index'
  return { rootDocument, attributes }
}
