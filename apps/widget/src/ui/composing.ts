/**
 * Whether a key belongs to an input method that is composing a word, so that Enter confirms the word and sends
 * nothing. Safari ends the composition before it reports the key: only the key code 229 still says so.
 * @see https://developer.mozilla.org/docs/Web/API/Element/keydown_event#keydown_events_with_ime
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
