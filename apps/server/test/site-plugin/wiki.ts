import { type AddedFormat, formatOf } from '@docent/content'

const LINK = /\[\[([^\]|\n]{1,200})\|([^\]\n]{1,200})\]\]/g
const markdown = formatOf('page.md')

/** `== Heading ==` and `[[address|text]]` as Markdown. Each line stays a line, so that problems keep their places. */
function toMarkdown(source: string): string {
  const headings = source.replace(
    /^(={2,4}) ([^=\n]{1,200}) \1$/gm,
    (_, marks: string, title: string) => `${'#'.repeat(marks.length - 1)} ${title}`,
  )
  return headings.replace(LINK, '[$2]($1)')
}

const wiki: AddedFormat = {
  ...markdown,
  name: 'wiki',
  extensions: ['.wiki'],
  parse: (request) => markdown.parse({ ...request, source: toMarkdown(request.source) }),
  inspect: (file, source, options) => markdown.inspect(file, toMarkdown(source), options),
  links(_, source) {
    let offset = 0
    return source.split('\n').flatMap((text, index) => {
      const found = [...text.matchAll(LINK)].map(({ 1: target = '', 2: title = '', index: at }) => {
        const start = offset + at + 2
        const place = { start, end: start + target.length, line: index + 1, column: at + 3 }
        return { target, text: title, kind: 'internal' as const, ...place }
      })
      offset += text.length + 1
      return found
    })
  },
}

export default wiki
