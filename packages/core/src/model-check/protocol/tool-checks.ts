import {
  argumentsOf,
  asks,
  type Finding,
  failureOf,
  type ProtocolCheck,
  quoted,
  textTool,
  user,
} from './protocol-check.ts'

const LOOK_UP = textTool('look_up', 'Looks up the newest release of a product.', {
  product: 'Name of the product, as the user wrote it.',
})
const WRITE = textTool('write_note', 'Writes a note, exactly as given.', {
  title: 'Title of the note.',
  text: 'Text of the note, with its line breaks and quotes.',
})

const calls: ProtocolCheck = {
  id: 'tool-call',
  title: 'A tool is called with valid arguments',
  isRequired: true,
  async run(probe, code) {
    const product = `Ferry ${code()}`
    const reply = await probe.ask({
      prompt: asks(`What is the newest release of the product "${product}"? Call look_up to find out.`),
      tools: [LOOK_UP],
    })
    const failed = failureOf(reply)
    if (failed) return failed
    const [first] = reply.toolCalls
    if (first === undefined)
      return { defect: 'no-tool-calls', detail: `The model wrote ${quoted(reply.text)} and called no tool.` }
    const input = argumentsOf(first.input)
    if (input === undefined) return broken(first.input)
    if (first.toolName !== LOOK_UP.name)
      return { defect: 'no-tool-calls', detail: `It called “${first.toolName}”, which was not offered.` }
    if (typeof input.product !== 'string' || !input.product.includes(product)) return broken(first.input)
    if (reply.finishReason !== 'tool-calls')
      return {
        defect: 'wrong-stop-reason',
        detail: `The stop reason of a tool call is “${reply.finishReason ?? 'none'}”, not “tool-calls”.`,
      }
    return undefined
  },
}

const keepsText: ProtocolCheck = {
  id: 'long-arguments',
  title: 'Arguments keep quotes, backslashes and line breaks',
  isRequired: false,
  async run(probe, code) {
    const lines = [
      `- Set \`path\` to "C:\\docs\\${code()}"`,
      '- It\'s read "as is"',
      '',
      '```sh',
      'ferry deploy',
      '```',
    ]
    const reply = await probe.ask({
      prompt: asks(
        `Call write_note with the title "Setup" and with the text between the two marks, unchanged.\n<text>\n${lines.join('\n')}\n</text>`,
      ),
      tools: [WRITE],
    })
    const failed = failureOf(reply)
    if (failed) return failed
    const [first] = reply.toolCalls
    if (first === undefined)
      return { defect: 'no-tool-calls', detail: `The model wrote ${quoted(reply.text)} and called no tool.` }
    const input = argumentsOf(first.input)
    if (input === undefined || typeof input.text !== 'string') return broken(first.input)
    if (input.text.trim() === lines.join('\n')) return undefined
    return { defect: 'broken-arguments', detail: `The text arrived changed: ${quoted(input.text)}.` }
  },
}

const callsSeveral: ProtocolCheck = {
  id: 'parallel-tools',
  title: 'Several tools are called in one reply',
  isRequired: false,
  async run(probe, code) {
    const products = [code(), code(), code()].map((each) => `Ferry ${each}`)
    const reply = await probe.ask({
      prompt: asks(
        `Find the newest releases of these three products: ${products.map((each) => `"${each}"`).join(', ')}. Call look_up three times in this one reply, once for each product, without waiting for results.`,
      ),
      tools: [LOOK_UP],
    })
    const failed = failureOf(reply)
    if (failed) return failed
    const bad = reply.toolCalls.find(({ input }) => argumentsOf(input) === undefined)
    if (bad) return broken(bad.input)
    const count = reply.toolCalls.length
    if (count > 1) return undefined
    return {
      defect: count === 0 ? 'no-tool-calls' : 'one-tool-at-a-time',
      detail: `It was asked for three calls at once, and made ${count === 0 ? 'none' : 'one'}.`,
    }
  },
}

const usesResults: ProtocolCheck = {
  id: 'tool-result',
  title: 'The result of a tool is used in the reply',
  isRequired: true,
  async run(probe, code) {
    const release = `release-${code()}`
    const reply = await probe.ask({
      prompt: [
        user(
          'What is the newest release of the product "Ferry"? Call look_up to find out, then tell me its name.',
        ),
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: 'call_1', toolName: LOOK_UP.name, input: { product: 'Ferry' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'call_1',
              toolName: LOOK_UP.name,
              output: { type: 'text', value: `The newest release of Ferry is ${release}.` },
            },
          ],
        },
      ],
      tools: [LOOK_UP],
    })
    const failed = failureOf(reply)
    if (failed) return failed
    if (reply.text.includes(release)) return undefined
    return {
      defect: 'ignores-tool-results',
      detail: `The tool said “${release}”, and the model wrote ${quoted(reply.text)}.`,
    }
  },
}

export const TOOL_CHECKS: readonly ProtocolCheck[] = [calls, keepsText, callsSeveral, usesResults]

function broken(input: string): Finding {
  return { defect: 'broken-arguments', detail: `The arguments do not fit the tool: ${quoted(input)}.` }
}
