import type { Division } from '@ultimate/events/tournament/team.ts'
import type { ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import { scheduleLimits } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Tiebreak } from '@ultimate/events/tournament/weekend/standings.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { useUndoableCommand } from '../undoable-command.ts'
import { criterionWords, type PoolStandings, useGliding } from './pool-table.tsx'
import styles from './rank-dialogs.module.css'

const showStandings = () => refresh(['scores', 'standings'])

interface Rules {
  readonly tiebreaks: Tiebreak[]
  readonly ties_in_pools: boolean
}

interface CriteriaDialogProps {
  readonly standings: ShownStandings
  readonly onClose: () => void
}

/** The order in which criteria decide ranks, for both divisions; wins stay first. */
export function CriteriaDialog({ standings, onClose }: CriteriaDialogProps) {
  const [tiebreaks, setTiebreaks] = useState<readonly Tiebreak[]>(standings.tiebreaks)
  const [isTieAllowed, setTieAllowed] = useState(standings.ties_in_pools)
  // The version of the time when the dialog opened, so that another user's later change is not overwritten unseen.
  const [version] = useState(standings.rules_version)
  const changing = useUndoableCommand({
    send: (body: Rules, idempotencyKey) => {
      const basis = version === undefined ? {} : { ifMatch: `"v${version}"` }
      return call('PUT /api/standings/tiebreaks', { body }, { idempotencyKey, ...basis })
    },
    failed: 'The order could not be changed.',
    show: showStandings,
    onDone: onClose,
    done: () => 'Ranks are decided in this order now.',
  })
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
            onClick={() => changing.run({ tiebreaks: [...tiebreaks], ties_in_pools: isTieAllowed })}
          >
            Save
          </Button>
        </>
      }
    >
      <WaitsForConnection waiting={changing.waiting} message={changing.message} />
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

interface Decision {
  readonly pool_id: string
  readonly order: string[]
  readonly reason: string
}

interface TieDialogProps {
  readonly division: Division
  readonly pool: PoolStandings
  readonly teams: readonly PoolStandings['rows'][number]['team'][]
  readonly onClose: () => void
}

/** Decides the order of teams that no criterion separates. The audit shows the reason. */
export function TieDialog({ division, pool, teams, onClose }: TieDialogProps) {
  const [order, setOrder] = useState<readonly string[]>(teams.map(({ id }) => id))
  const [reason, setReason] = useState('')
  const deciding = useUndoableCommand({
    send: (body: Decision, idempotencyKey) =>
      call('PUT /api/standings/{division}/decision', { params: { division }, body }, { idempotencyKey }),
    failed: 'The tie could not be decided.',
    show: showStandings,
    onDone: onClose,
    done: () => 'The tie is decided.',
  })
  const names = new Map(teams.map((team) => [team.id, team.name]))
  const errors = deciding.error instanceof ApiError ? deciding.error.fields : {}
  return (
    <FormDialog
      onClose={onClose}
      title={`Tie in ${pool.name}`}
      description="No criterion separates these teams. The best comes first."
      label="Tie"
      act="Decide"
      command={deciding}
      onSubmit={() => deciding.run({ pool_id: pool.id, order: [...order], reason: reason.trim() })}
    >
      <OrderList label="Teams" items={order} labelOf={(team) => names.get(team) ?? ''} onChange={setOrder} />
      <TextField
        label="Reason"
        hint="Such as a coin toss, or discs thrown."
        maxLength={scheduleLimits.reason}
        autoComplete="off"
        value={reason}
        error={errors['reason'] ?? errors['order']}
        onValueChange={setReason}
      />
    </FormDialog>
  )
}

interface OrderListProps<Item extends string> {
  /** The name of the list, which is read out. */
  readonly label: string
  readonly items: readonly Item[]
  readonly labelOf: (item: Item) => string
  /** The number of items at the beginning that stay where they are. */
  readonly fixed?: number
  readonly onChange: (items: readonly Item[]) => void
}

/** A list that is sorted with two buttons per row, by touch and by keyboard. */
function OrderList<Item extends string>({ label, items, labelOf, fixed = 0, onChange }: OrderListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)
  useGliding(list, items.join())
  const move = (index: number, by: 1 | -1) => {
    const to = index + by
    if (to < fixed || to >= items.length) return
    const reordered = [...items]
    const moved = reordered.splice(index, 1)
    reordered.splice(to, 0, ...moved)
    onChange(reordered)
  }
  return (
    <ol ref={list} className={styles['list']} aria-label={label}>
      {items.map((item, index) => (
        <li key={item} data-row={item} className={styles['row']}>
          <b className={styles['number']}>{index + 1}</b>
          <bdi>{labelOf(item)}</bdi>
          {index >= fixed && (
            <span className={styles['buttons']}>
              <IconButton
                label={`${labelOf(item)} up`}
                icon={<ArrowUp aria-hidden="true" />}
                aria-disabled={index === fixed}
                onClick={() => move(index, -1)}
              />
              <IconButton
                label={`${labelOf(item)} down`}
                icon={<ArrowDown aria-hidden="true" />}
                aria-disabled={index === items.length - 1}
                onClick={() => move(index, 1)}
              />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
