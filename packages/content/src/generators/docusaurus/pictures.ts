import { outsideCode } from '../../formats/markdown/modules/expressions.ts'
import { pathWithin } from '../../formats/page/include.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'

const NAME = String.raw`[^\s()"'<>{}]{1,500}\.(?:png|jpe?g|gif|webp|avif|ico|svg)`
/** `![a](/img/a.png)`: there may be code in the brackets. */
const MARKDOWN = new RegExp(String.raw`(\]\()(${NAME})`, 'gi')
/** `src="/img/a.png"`, `src={useBaseUrl('/img/a.png')}`, `src={require('./a.png').default}` */
const ATTRIBUTE = new RegExp(
  String.raw`\bsrc=(?:"(${NAME})"|'(${NAME})'|\{\s*(?:useBaseUrl|require)\(\s*["'](${NAME})["']\s*\)(?:\.default)?\s*\})`,
  'gi',
)

/**
 * Pictures of a page by the places of their files: those with an absolute address are in the folder `static` of the
 * site, which need not be the one of its pages. @see https://docusaurus.io/docs/static-assets
 */
export function placePictures(site: string, file: string, text: string): string {
  const folder = folderOf(file)
  const place = (written: string): string => {
    const inSite = /^@site\/(.+)$/.exec(written)?.[1]
    const inStatic = /^(?:pathname:\/\/)?\/(?!\/)(.+)$/.exec(written)?.[1]
    if (inSite === undefined && inStatic === undefined) return written
    const path = pathWithin(folder, joinPath(site, inSite ?? joinPath('static', inStatic ?? '')))
    return path.startsWith('.') ? path : `./${path}`
  }
  return outsideCode(text, (piece) =>
    piece
      .replace(MARKDOWN, (_, before: string, written: string) => before + place(written))
      .replace(ATTRIBUTE, (_, ...found: (string | undefined)[]) => {
        const written = found.slice(0, 3).find((each) => each !== undefined) ?? ''
        return `src="${place(written)}"`
      }),
  )
}
