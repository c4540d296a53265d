import type { ModelSetting, ResolvedModel } from '../ports/model-provider.ts'
import type { ModelAdvice, ModelCard, ModelCheck, ModelDefect } from './model-card.ts'

interface Facts {
  resolved: Pick<ResolvedModel, 'id' | 'settingNames'>
  context: ModelCard['context']
}

/** In the order of MODEL_DEFECTS; what has no setting, such as an empty reply, is left out. */
type Advise = (facts: Facts) => readonly Omit<ModelAdvice, 'defect'>[]

const another =
  (role: 'agent' | 'assistant', why: string): Advise =>
  () => [{ setting: `models.${role} of the project`, value: 'another model', why }]

const ADVICE: Partial<Record<ModelDefect, Advise>> = {
  'rate-limited': () => [
    {
      setting: 'agent.concurrency',
      value: '1',
      why: 'With fewer jobs at the same time, Docent calls the model less often.',
    },
    {
      setting: 'assistant.maxAttempts',
      value: '6',
      why: 'With more attempts and growing pauses, Docent can outlast a short refusal.',
    },
  ],
  'never-finishes': ({ resolved }) => [
    {
      setting: modelSetting(resolved, 'outputTokens'),
      value: '2048',
      why: "Docent cuts off a reply that doesn't end by itself at this length.",
    },
    {
      setting: 'assistant.maxAnswerMs',
      value: '120000',
      why: 'After two minutes, readers see that the answer failed.',
    },
  ],
  'no-streaming': ({ resolved }) => [
    {
      setting: modelSetting(resolved, 'firstByteMs'),
      value: '300000',
      why: 'The first piece of a reply is the whole reply, so it needs as much time as the whole reply.',
    },
    {
      setting: 'assistant.firstPartMs',
      value: '300000',
      why: 'The assistant waits equally long. If you can, turn on streaming in the model server or the proxy.',
    },
  ],
  'ignores-system': ({ resolved }) => [
    {
      setting: modelSetting(resolved, 'systemRole'),
      value: 'false',
      why: 'Docent then puts the instructions at the start of the first user message.',
    },
  ],
  'ignores-instructions': another('assistant', "The model doesn't follow its instructions."),
  'no-tool-calls': () => [
    {
      setting: 'assistant.maxSteps',
      value: '1',
      why: 'The assistant then answers from its first search and offers no tools.',
    },
    {
      setting: 'models.agent of the project',
      value: 'another model',
      why: 'The agent works only through tools. Some servers need an option to turn on tools, such as --enable-auto-tool-choice of vLLM or --jinja of llama.cpp.',
    },
  ],
  'broken-arguments': () => [
    {
      setting: 'assistant.maxSteps',
      value: '1',
      why: 'The assistant then answers from its first search and offers no tools.',
    },
    {
      setting: 'models.agent of the project',
      value: 'another model',
      why: 'If the text of edits arrives changed, the agent damages pages.',
    },
  ],
  'one-tool-at-a-time': () => [
    {
      setting: 'agent.maxSteps',
      value: '150',
      why: 'The agent needs a step for each file that it reads, and more steps for the same job.',
    },
  ],
  'ignores-tool-results': another('agent', 'The agent depends on the results of its tools.'),
  'small-window': (facts) => windowAdvice(facts),
  'cuts-the-prompt': (facts) => windowAdvice(facts),
  'no-citations': another('assistant', "Readers can't check answers without citations."),
  'wrong-answer': another('assistant', 'Its answers leave out what the documentation says.'),
  'never-refuses': another('assistant', 'It answers questions that the documentation does not answer.'),
  'wrong-language': another('assistant', 'It does not answer in the language of the question.'),
  'invents-names': () => [
    {
      setting: 'assistant.grounding of the project',
      value: 'strict',
      why: 'Docent removes sentences with an invented name. With repair, it asks the model once more.',
    },
  ],
  'wrong-edits': another('agent', 'Its edits do not do what was asked, or change other things as well.'),
}

/** What to set for a model, one line a setting. */
export function advise(checks: readonly ModelCheck[], facts: Facts): ModelAdvice[] {
  const defects = new Set(checks.flatMap(({ defects = [] }) => defects))
  const advice = [...defects].flatMap((defect) =>
    (ADVICE[defect]?.(facts) ?? []).map((each) => ({ ...each, defect })),
  )
  return [...new Map(advice.map((each) => [each.setting, each])).values()]
}

function windowAdvice({ resolved, context }: Facts): Omit<ModelAdvice, 'defect'>[] {
  if (context.measured === null || context.measured === 0) return []
  return [
    {
      setting: modelSetting(resolved, 'contextTokens'),
      value: String(context.measured),
      why: 'Docent then keeps prompts within the context window. Or increase the window on the model server, for example with num_ctx in Ollama.',
    },
  ]
}

/** As the configuration of this model has it, where its provider says so. */
function modelSetting({ id, settingNames }: Facts['resolved'], name: ModelSetting): string {
  const provider = id.slice(0, id.indexOf(':'))
  return settingNames?.[name] ?? `${name} of ${id.slice(provider.length + 1)} in the options of ${provider}`
}
