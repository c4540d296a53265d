export {
  Conversation,
  type ConversationOptions,
  type ConversationState,
  type Failure,
  type Turn,
  type TurnStatus,
} from './conversation.ts'
export type { Suggestion } from './suggestions.ts'
