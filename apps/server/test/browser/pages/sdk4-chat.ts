import { useChat } from '@ai-sdk/react-v4'
import { show } from './chat-view.ts'
import { sdk4View } from './sdk4-view.ts'

declare const API: string
declare const KEY: string

show(() => {
  const chat = useChat({
    api: API,
    streamProtocol: 'data',
    sendExtraMessageFields: true,
    headers: { authorization: `Bearer ${KEY}` },
    body: { fp: 'anonymous' },
  })
  return sdk4View(chat)
})
