import { DocentAssistant, setScriptOrigin } from './docent-assistant.ts'
import { setHighlighterAddress } from './load-highlighter.ts'

export { Conversation, type ConversationOptions, type ConversationState } from './conversation.ts'
export { DocentAssistant } from './docent-assistant.ts'

/** Address of this script: where the server and the highlighter are. A module has no `currentScript`. */
const script =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : import.meta.url
if (/^https?:/.test(script)) {
  setScriptOrigin(new URL(script).origin)
  setHighlighterAddress(new URL('docent-highlighter.mjs', script).href)
}

// A page may load the script twice.
if (!customElements.get('docent-assistant')) customElements.define('docent-assistant', DocentAssistant)

export type { Turn } from './turn.ts'
