/** What the model says when it is asked what it is. */
export const ASSISTANT_DESCRIPTION = `I am Docent's offline model. I am not a language model: I find the passages of this documentation that fit a question and quote them, without a key and without sending anything anywhere. Ask me something that the documentation covers, such as how to install it or what a setting does.

An operator can connect a real model instead; the documentation tells how.`

/** What the agent can do, one example a line. */
export const AGENT_ABILITIES = `- Replace "old text" with "new text" in guides/setup.mdx (or: everywhere)
- Fix the typo "teh" → "the"
- Add a section "Limits" to guides/api.mdx saying: …  (also: after or before the heading "Usage")
- Add a page guides/limits.mdx titled "Limits" with the text: …
- Rename guides/old.mdx to guides/new.mdx (links, navigation and a redirect follow)
- Delete the page guides/old.mdx
- Change the title of guides/setup.mdx to "Setup"`

export const AGENT_DESCRIPTION = `I am Docent's offline model. I am not a language model, so I can't write documentation of my own. I follow exact instructions, and you can put several in one message:

${AGENT_ABILITIES}

For everything else, connect a real model.`
