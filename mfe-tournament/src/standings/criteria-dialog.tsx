import type { ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Tiebreak } from '@ultimate/events/tournament/weekend/standings.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useState } from 'react'
import { OrderList } from './order-list.tsx'
import { criterionWords } from './standing-words.ts'
import { useTiebreaksCommand } from './standings-commands.ts'

interface CriteriaDialogProps {
  readonly standings: ShownStandings
  readonly onClose: () => void
}

/** The order in which criteria decide ranks, for both divisions; wins stay first. */
export function CriteriaDialog({ standings, onClose }: CriteriaDialogProps) {
  const [tiebreaks, setTiebreaks] = useState<readonly Tiebreak[]>(standings.tiebreaks)
  const [isTieAllowed, setTieAllowed] = useState(standings.ties_in_pools)
  // The version stays as it was when the dialog opened: a change of someone else meanwhile is not overwritten unseen.
  const [version] = useState(standings.rules_version)
  const changing = useTiebreaksCommand(onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title="How ranks are decided"
      description="For both divisions, and at once."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button
            busy={changing.isPending && !changing.waiting}
            onClick={() => changing.run({ version, tiebreaks: [...tiebreaks], ties_in_pools: isTieAllowed })}
          >
            Save
          </Button>
        </>
      }
    >
      {changing.message && <Notice tone="bad" announce="alert" title={changing.message} />}
      <WaitsForConnection waiting={changing.waiting} />
      <OrderList
        label="Criteria"
        items={tiebreaks}
        labelOf={(criterion) => criterionWords[criterion]}
        fixed={1}
        onChange={setTiebreaks}
      />
      <Checkbox
        label="A pool game may end in a tie"
        hint="A tie is half a win."
        checked={isTieAllowed}
        onCheckedChange={setTieAllowed}
      />
    </Dialog>
  )
}
