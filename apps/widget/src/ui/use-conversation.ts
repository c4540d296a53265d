import { useLayoutEffect, useState } from 'preact/hooks'
import type { Conversation, ConversationState } from '../conversation.ts'

/** The conversation's state; the component is drawn again after each change. */
export function useConversation(conversation: Conversation): ConversationState {
  const [state, setState] = useState(conversation.state)
  useLayoutEffect(() => {
    setState(conversation.state)
    let frame = 0
    const draw = () => {
      frame = 0
      setState(conversation.state)
    }
    const stop = conversation.subscribe(() => {
      // What changes within one frame is drawn once; a hidden page has no frames.
      if (document.hidden) draw()
      else frame ||= requestAnimationFrame(draw)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [conversation])
  return state
}
