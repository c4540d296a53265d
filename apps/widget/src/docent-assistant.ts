import { AssistantClient, Transport } from '@docent/client'
import { h, render } from 'preact'
import { Conversation } from './conversation.ts'
import { loadPart } from './loaded/load-part.ts'
import { ATTRIBUTES, type Options, readOptions } from './options.ts'
import { loadBrand, type WidgetBrand } from './page/brand.ts'
import { countViews } from './page/count-views.ts'
import { onPageChange, pageAddress } from './page/on-page-change.ts'
import { onPageTheme, pageTheme } from './page/page-theme.ts'
import styles from './styles.css?inline'
import { textsFor } from './texts/texts.ts'
import { App, type Controls } from './ui/app.tsx'
import { PageFeedback } from './ui/page-feedback.tsx'

/** Origin that serves the script: where the server is, unless the attribute `server` names another. */
let scriptOrigin = ''

export function setScriptOrigin(origin: string): void {
  scriptOrigin = origin
}

/**
 * `<docent-assistant domain="handbook" key="svc_dsc_…">`: the assistant in any page, in a shadow root of its own.
 * Dispatches `docent:open`, `docent:close`, `docent:ask`, `docent:answer`, `docent:feedback`,
 * `docent:page-feedback`, `docent:hand-over`, `docent:search` and `docent:error`, which bubble.
 */
export class DocentAssistant extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES
  #root: ShadowRoot | undefined
  #conversation: Conversation | undefined
  #source = ''
  #controls: Controls | undefined
  #isScheduled = false
  /** Ends the counting of views. */
  #stopCounting: (() => void) | undefined
  #stopWatching: (() => void) | undefined
  /** Ends asking anew about each page that the site shows. */
  #stopFollowing: (() => void) | undefined
  #brand: WidgetBrand | undefined
  /** The project whose brand is read. */
  #branded = ''
  /** The theme that is drawn. */
  #theme: Options['theme'] = 'auto'
  /** What was called before the interface was there. */
  #waiting: Array<(controls: Controls) => void> = []

  /** The conversation behind the element, for sites that want to look into it. */
  get conversation(): Conversation | undefined {
    return this.#conversation
  }

  /** Opens the panel; `draft` fills its box and sends nothing. */
  open(draft?: string): void {
    this.#withControls((controls) => controls.open(draft))
  }

  close(): void {
    this.#withControls((controls) => controls.close())
  }

  /** Opens the panel and asks. */
  ask(question: string): void {
    this.#withControls((controls) => controls.ask(question))
  }

  /** Ends the conversation. */
  reset(): void {
    this.#conversation?.reset()
  }

  connectedCallback(): void {
    this.#root ??= this.#attach()
    this.#draw()
    const asked = new URLSearchParams(location.search).get('ask')
    if (asked === null || this.getAttribute('mode') === 'inline') return
    const open = () => this.open(asked.slice(0, 2_000))
    // The scripts that follow in the page may listen to `docent:open`.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', open, { once: true })
    else open()
  }

  disconnectedCallback(): void {
    if (this.#root) render(null, this.#root)
    this.#conversation?.dispose()
    this.#conversation = undefined
    this.#controls = undefined
    this.#source = ''
    this.#stopCounting?.()
    this.#stopCounting = undefined
    this.#stopWatching?.()
    this.#stopWatching = undefined
    this.#stopFollowing?.()
    this.#stopFollowing = undefined
  }

  attributeChangedCallback(): void {
    if (!this.isConnected || this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.#draw()
    })
  }

  #withControls(act: (controls: Controls) => void): void {
    if (this.#controls) act(this.#controls)
    else this.#waiting.push(act)
  }

  #attach(): ShadowRoot {
    const root = this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    return root
  }

  #draw(): void {
    if (this.#root === undefined) return
    const read = readOptions(this, scriptOrigin, (message) => console.warn(`<docent-assistant>: ${message}`))
    const options: Options = { ...read, theme: read.theme === 'auto' ? pageTheme() : read.theme }
    this.#theme = options.theme
    this.#stopWatching ??= onPageTheme(() => {
      if (
        this.getAttribute('theme') !== 'light' &&
        this.getAttribute('theme') !== 'dark' &&
        this.#theme !== pageTheme()
      )
        this.#draw()
    })
    this.#countViews(options)
    if (options.mode === 'feedback') {
      this.#drawFeedback(this.#root, options)
      return
    }
    this.#readBrand(this.#root, options)
    const { light, dark } = this.#brand?.logo ?? {}
    const props = {
      host: this,
      options,
      logo: options.theme === 'dark' ? (dark ?? light) : (light ?? dark),
      showHandOver: this.#brand?.handsOver ? this.#showHandOver : undefined,
      showVariants: this.#brand?.hasVariants ? this.#showVariants : undefined,
      texts: textsFor(options.lang, options.texts),
      conversation: this.#conversationOf(options),
      emit: (name: string, detail: object) => this.#emit(name, detail),
      onControls: (controls: Controls) => {
        this.#controls = controls
        for (const act of this.#waiting.splice(0)) act(controls)
      },
    }
    render(h(App, props), this.#root)
  }

  /** Stays the same function: it draws once in each place. */
  readonly #showHandOver = (place: HTMLElement | null) => {
    const conversation = this.#conversation
    if (place === null || conversation === undefined) return
    const { server, lang, texts } = readOptions(this, scriptOrigin, () => undefined)
    void loadPart(server, 'hand-over', ({ showHandOver }) =>
      showHandOver(place, {
        lang,
        texts,
        handOver: (request) => conversation.handOver(request),
        onChoice: (detail) => this.#emit('hand-over', detail),
      }),
    )
  }

  readonly #showVariants = (place: HTMLElement | null) => {
    const conversation = this.#conversation
    if (place === null || conversation === undefined) return
    const { server, lang, filter } = readOptions(this, scriptOrigin, () => undefined)
    void loadPart(server, 'variants', ({ showVariants }) =>
      showVariants(place, {
        lang,
        filter,
        read: () => conversation.variants(),
        choose: (choice) => this.#conversation?.choose(choice),
      }),
    )
  }

  /** Once for a project. The widget is there meanwhile. */
  #readBrand(root: ShadowRoot, options: Options): void {
    const { domain, key, server } = options
    const branded = `${server} ${domain} ${key}`
    if (branded === this.#branded || domain === '' || key === '') return
    this.#branded = branded
    void loadBrand(assistantOf(options), domain, server).then((brand) => {
      if (brand === undefined || branded !== this.#branded) return
      this.#brand = brand
      const [own] = root.adoptedStyleSheets
      root.adoptedStyleSheets = [own, brand.sheet].filter((sheet) => sheet !== undefined)
      this.attributeChangedCallback()
    })
  }

  #drawFeedback(root: ShadowRoot, options: Options): void {
    const { domain, path } = options
    const about = path ?? pageAddress()
    this.#stopFollowing ??= onPageChange(() => this.attributeChangedCallback())
    const props = {
      // What was said is about one page: the next one is asked about anew.
      key: about,
      options,
      texts: textsFor(options.lang, options.texts),
      onSend: async (said: { helpful?: boolean; comment?: string }) => {
        this.#emit('page-feedback', { path: about, ...said })
        await assistantOf(options).pageFeedback(domain, { path: about, ...said })
      },
    }
    render(h(PageFeedback, props), root)
  }

  #emit(name: string, detail: object): boolean {
    const event = { detail, bubbles: true, composed: true, cancelable: name === 'hand-over' }
    return this.dispatchEvent(new CustomEvent(`docent:${name}`, event))
  }

  /** Once for an element, however often its attributes change. */
  #countViews(options: Options): void {
    if (!options.countViews || this.#stopCounting !== undefined) return
    this.#stopCounting = countViews((address) => {
      assistantOf(options)
        .view(options.domain, address)
        .catch((error: unknown) => console.debug('docent-assistant: the view was not counted.', error))
    })
  }

  /** The same conversation until another project, server or filter is named. */
  #conversationOf({ domain, key, server, filter }: Options): Conversation {
    const source = JSON.stringify([domain, key, server, filter])
    if (this.#conversation === undefined || this.#source !== source) {
      this.#conversation?.dispose()
      const currentPath = () => this.getAttribute('path') ?? pageAddress()
      this.#conversation = new Conversation({ domain, key, server, filter, currentPath })
      this.#source = source
    }
    return this.#conversation
  }
}

function assistantOf({ server, key }: Options): AssistantClient {
  return new AssistantClient(new Transport({ baseUrl: server, key }))
}
