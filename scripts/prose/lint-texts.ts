import {
  TextlintKernel,
  type TextlintKernelRule,
  type TextlintPluginCreator,
  type TextlintRuleModule,
} from '@textlint/kernel'
import * as markdownPlugin from '@textlint/textlint-plugin-markdown'
import terminology from 'textlint-rule-terminology'
import { StringSource } from 'textlint-util-to-string'
import type { ProseText, TextKind } from './collect-texts.ts'
import { invertedClause } from './inverted-clause.ts'
import { longSentence } from './long-sentence.ts'
import { oddPhrase } from './odd-phrase.ts'
import { passiveRun } from './passive-run.ts'
import { questionHeading } from './question-heading.ts'
import { TERMS } from './terms.ts'
import type { TextRule } from './text-rule.ts'

export interface Finding {
  file: string
  line: number
  rule: string
  message: string
}

const RULES: Readonly<Record<string, TextRule>> = {
  longSentence,
  invertedClause,
  passiveRun,
  oddPhrase,
  questionHeading,
}

/** Everything that the rules find, in the order of the texts. Lints in this process. */
export async function lintTexts(texts: readonly ProseText[]): Promise<Finding[]> {
  const kernel = new TextlintKernel()
  const findings: Finding[] = []
  for (const { file, line, kind, text } of texts) {
    const { messages } = await kernel.lintText(text, {
      ext: '.md',
      filePath: file,
      plugins: [
        { pluginId: 'markdown', plugin: moduleOf(markdownPlugin) as unknown as TextlintPluginCreator },
      ],
      rules: rulesFor(kind),
    })
    for (const { loc, ruleId, message } of messages)
      findings.push({ file, line: line + loc.start.line - 1, rule: ruleId, message })
  }
  return findings
}

function rulesFor(kind: TextKind): TextlintKernelRule[] {
  const own = Object.entries(RULES).map(([ruleId, rule]) => ({ ruleId, rule: asTextlintRule(rule, kind) }))
  if (kind === 'docstring') return own
  const options = { defaultTerms: false, terms: TERMS }
  return [...own, { ruleId: 'terminology', rule: moduleOf(terminology) as TextlintRuleModule, options }]
}

/** Paragraphs; of cells of a table only what is wrong in any text; headings and code have a style of their own. */
function asTextlintRule(rule: TextRule, kind: TextKind): TextlintRuleModule {
  return (context) => {
    const look = (node: Parameters<typeof context.report>[0]) => {
      // The types of both packages differ in `readonly` alone.
      const source = new StringSource(node as unknown as ConstructorParameters<typeof StringSource>[0], {
        replacer: ({ node: inner, maskValue }) => (inner.type === 'Code' ? maskValue('C') : undefined),
      })
      for (const message of rule({ paragraph: source.toString(), kind }))
        context.report(node, new context.RuleError(message))
    }
    if (rule === questionHeading) return { [context.Syntax.Header]: look }
    const isForCells = rule === oddPhrase || rule === invertedClause
    return { [context.Syntax.Paragraph]: look, ...(isForCells ? { [context.Syntax.TableCell]: look } : {}) }
  }
}

/** CommonJS packages put what they export into `default`, once or twice. */
function moduleOf<Module>(imported: Module): Module {
  const inner = (imported as { default?: Module }).default
  return inner === undefined ? imported : moduleOf(inner)
}
