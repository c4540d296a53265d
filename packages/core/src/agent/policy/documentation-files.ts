import { isDocumentationFile, isNavigationScript } from '@docent/content'

const PAGES =
  'markdown mdown mkd mkdn mdwn mdc mdoc markdoc rst rest txt text org textile wiki mediawiki creole pod rdoc qmd rmd ipynb html htm dita ditamap'
const MEDIA =
  'png apng jpg jpeg gif webp avif svg ico bmp tif tiff heic mp4 m4v webm mov ogv mp3 m4a ogg oga wav flac vtt srt pdf epub woff woff2 ttf otf eot'
const DIAGRAMS = 'mmd mermaid puml plantuml pu dot gv d2 drawio dio excalidraw bpmn'
const DATA =
  'json jsonc json5 jsonl ndjson geojson yml yaml toml csv tsv xml xsd wsdl rss atom webmanifest graphql gql proto raml apib bib cff po pot xlf xliff ftl css'
const ENDINGS = new Set([PAGES, MEDIA, DIAGRAMS, DATA].flatMap((list) => list.split(' ')))
/** Files without an ending that sites take as data, and that people read. */
const NAMES =
  /(?:^|\/)(?:_redirects|CNAME|LICENSE|LICENCE|NOTICE|AUTHORS|CONTRIBUTORS|CHANGELOG|CHANGES|HISTORY|README|COPYING|\.nojekyll|\.pages|\.nav\.ya?ml|\.order|\.gitkeep)$/i
/** Folders of generators whose files are templates and code, whatever they are called: only pages and images go there. */
const TEMPLATES =
  /(?:^|\/)(?:_?layouts?|_includes|_?templates?|_plugins|_ext|_exts|_extensions|overrides|shortcodes|archetypes|_?themes?|supplemental[-_]ui|ui[-_]bundle)\//i
/** A folder that a tool keeps for itself. */
const HIDDEN = /(?:^|\/)\.(?!gitbook\/|well-known\/)[^/]+\//

/**
 * True for what documentation is made of: pages, images, diagrams, data, and navigation. Everything else is code, or
 * may be.
 */
export function isMadeOfDocumentation(path: string): boolean {
  if (isDocumentationFile(path)) return !/(?:^|\/)(?:_layouts|_includes|_templates)\//i.test(path)
  if (isNavigationScript(path) || NAMES.test(path)) return true
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ending = endingOf(name)
  if (!ENDINGS.has(ending)) return false
  if (isMedia(ending)) return true
  return !name.startsWith('.') && !HIDDEN.test(path) && !TEMPLATES.test(path)
}

/** True for a name whose ending stands for code: a file system or a reader may take it for one. */
export function endsAsCode(path: string): boolean {
  const ending = endingOf(path.slice(path.lastIndexOf('/') + 1))
  return (
    ending !== '' &&
    !isDocumentationFile(path) &&
    !isNavigationScript(path) &&
    !ENDINGS.has(ending) &&
    !NAMES.test(path)
  )
}

function endingOf(name: string): string {
  return /[^.]\.([a-z\d_]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

function isMedia(ending: string): boolean {
  return MEDIA.split(' ').includes(ending)
}
