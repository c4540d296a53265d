import { ASSISTANT_DESCRIPTION } from '../self-description.ts'

const GREETING =
  /^(?:hi|hello|hey|hallo|good (?:morning|afternoon|evening|day)|greetings|howdy|yo)\b(?:[\s!,.]*(?:there|everyone|docent|bot|again))?[\s!,.?]*$/i
const THANKS =
  /^(?:(?:ok(?:ay)?|great|perfect|nice|cool)[\s,!.]*)?(?:thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|cheers)[\s!,.]*$/i
const SELF =
  /^(?:(?:hi|hello|hey)[\s,!.]+)?(?:(?:so\s+)?(?:what|who) (?:exactly )?are you|are you (?:an? )?(?:ai|bot|human|person|robot|real(?: person)?|llm|language model|(?:chat)?gpt|claude)|(?:what|which) (?:ai |language )?model (?:are you|is this|do you use|am i talking to|runs here)|what can you do|what do you do|who (?:made|built|wrote) you|what is this|introduce yourself|help)[\s?!.]*$/i

/** Characters: whoever writes more asks something. */
const LONGEST = 300

/** The reply to a greeting, thanks, or a question about the model itself; undefined for anything else. */
export function smallTalk(question: string): string | undefined {
  if (question.length > LONGEST) return undefined
  const text = question.trim()
  if (SELF.test(text)) return ASSISTANT_DESCRIPTION
  if (GREETING.test(text)) return `Hello! ${ASSISTANT_DESCRIPTION}`
  if (THANKS.test(text)) return 'You are welcome. Ask me anything else that the documentation covers.'
  return undefined
}
