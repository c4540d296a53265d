import { DocentError, type ReportPeriod } from '@docent/core/plugin'
import { period, reportPeriod } from '@docent/http/settings'

/** `--from` and `--to` of a command, read as the API reads them. @throws DocentError `invalid_request` */
export function parsePeriod(from: string | undefined, to: string | undefined): ReportPeriod {
  for (const [name, value] of Object.entries({ from, to })) {
    const wrong = period[name as 'from' | 'to'].safeParse(value).error?.issues[0]
    if (wrong) throw new DocentError('invalid_request', `--${name} ${wrong.message}.`)
  }
  return reportPeriod({ from, to })
}
