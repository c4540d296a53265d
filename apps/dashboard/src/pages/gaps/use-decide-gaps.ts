import { type GapState, useSetGapStates } from '../../api/gaps.ts'
import { useProject } from '../../shell/use-project.ts'
import { plural } from '../../ui/number.ts'
import { say } from '../../ui/toast.tsx'

export type DecideGaps = (ids: readonly string[], state: GapState) => void

const SAID: Readonly<Record<GapState, string>> = {
  open: 'Reopened',
  dismissed: 'Dismissed',
  snoozed: 'Snoozed for a week',
}

/** Dismisses, snoozes, and reopens gaps. The first two can be taken back. */
export function useDecideGaps(days: number, onDone: () => void): DecideGaps {
  const { mutate } = useSetGapStates(useProject().id, days)
  return (ids, state) =>
    mutate(
      { ids, state },
      {
        onSuccess: ({ changed }) => {
          onDone()
          const undo = () => mutate({ ids, state: 'open' })
          say(`${SAID[state]}: ${plural(changed, 'gap')}`, state === 'open' ? undefined : undo)
        },
      },
    )
}
