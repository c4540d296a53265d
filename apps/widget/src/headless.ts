export { Conversation, type ConversationOptions, type ConversationState } from './conversation.ts'
export type { Suggestion } from './suggestions.ts'
export type { Failure, Turn, TurnStatus } from './turn.ts'
