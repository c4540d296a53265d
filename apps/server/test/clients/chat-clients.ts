import type { ChatClient } from './chat-client.ts'
import { dataStreamClient } from './data-stream-chat.ts'
import { uiMessageClient } from './ui-message-chat.ts'

/**
 * The first and last release of each generation, and those after which its reader became less strict
 * (5.0.216, 6.0.230 and 7.0.31 still refuse a chunk with one key too many).
 */
export const CHAT_CLIENTS: readonly ChatClient[] = [
  dataStreamClient('ai 4.1.15', () => import('@ai-sdk/ui-utils-v4-first')),
  dataStreamClient('ai 4.3.19', () => import('@ai-sdk/ui-utils-v4')),
  uiMessageClient('ai 5.0.0', () => import('ai-v5-first')),
  uiMessageClient('ai 5.0.216', () => import('ai-v5-216')),
  uiMessageClient('ai 5.0.277', () => import('ai-v5-277')),
  uiMessageClient('ai 6.0.0', () => import('ai-v6-first')),
  uiMessageClient('ai 6.0.230', () => import('ai-v6-230')),
  uiMessageClient('ai 6.0.326', () => import('ai-v6-326')),
  uiMessageClient('ai 7.0.31', () => import('ai-v7-31')),
  uiMessageClient('ai 7.0.173', () => import('ai')),
]
