import { outsideCode } from '../../formats/markdown/modules/expressions.ts'
import { pathWithin } from '../../formats/page/include.ts'
import { folderOf } from '../../paths/folder.ts'

const NAME = String.raw`[^\s()"'<>{}]{1,500}\.(?:png|jpe?g|gif|webp|avif|ico|svg)`
/** `![a](/img/a.png)`: there may be code in the brackets. */
const MARKDOWN = new RegExp(String.raw`(\]\()(${NAME})`, 'gi')
/** `src="/img/a.png"`, `src={useBaseUrl('/img/a.png')}`, `src={require('./a.png').default}` */
const ATTRIBUTE = new RegExp(
  String.raw`\bsrc=(?:"(${NAME})"|'(${NAME})'|\{\s*(?:useBaseUrl|require)\(\s*["'](${NAME})["']\s*\)(?:\.default)?\s*\})`,
  'gi',
)

/**
 * Pictures of a page by the places of their files, where a site has them elsewhere than its pages have them.
 *
 * @param placeOf file of an address that is written, a path of the layout; undefined leaves it
 */
export function placePictures(
  file: string,
  text: string,
  placeOf: (written: string) => string | undefined,
): string {
  const folder = folderOf(file)
  const place = (written: string): string => {
    const found = placeOf(written)
    const path = found === undefined ? written : pathWithin(folder, found)
    return found === undefined || path.startsWith('.') ? path : `./${path}`
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
