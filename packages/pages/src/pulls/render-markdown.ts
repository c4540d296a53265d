import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/**
 * Markdown as HTML that needs nothing from elsewhere: raw HTML shows as text, comments do not show, images are their
 * link, and links go to http, https and mailto only.
 */
export function renderMarkdown(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: false,
    allowDangerousProtocol: false,
    extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmHtml(), WITHOUT_COMMENTS],
  })
}

function buffer(this: CompileContext): undefined {
  this.buffer()
}

function unlessComment(this: CompileContext): undefined {
  const html = this.resume()
  if (!/^\s*&lt;!--[\s\S]*--&gt;\s*$/.test(html)) this.raw(html)
}

type HtmlExtension = ReturnType<typeof gfmHtml>
type CompileContext = ThisParameterType<NonNullable<NonNullable<HtmlExtension['enter']>['htmlFlow']>>

const WITHOUT_COMMENTS: HtmlExtension = {
  enter: { htmlFlow: buffer, htmlText: buffer },
  exit: { htmlFlow: unlessComment, htmlText: unlessComment },
}
