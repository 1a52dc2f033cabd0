import { type Division, divisionLabels, divisions, seedRule } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { ListOrdered } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import styles from './seeds.module.css'
import type { ShownTeam } from './team-list.ts'
import { countOfTeams, refreshTeams, useTeams } from './teams-query.ts'
import { changedSeeds, isSeed, type SeedChange, sharedWith, type TypedSeeds, textOf } from './typed-seeds.ts'

interface SeedsProps {
  /** The division that is shown first. */
  readonly division: Division
  /** A link led here to type them. */
  readonly isOpenAtFirst?: boolean
}

/**
 * The form in which TD and admin type the seeds of both divisions, which fill the pools. Typed seeds outlive a close.
 */
export function Seeds({ division: first, isOpenAtFirst = false }: SeedsProps) {
  const { data: teams = [] } = useTeams()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [division, setDivision] = useState(first)
  const [typed, setTyped] = useState<TypedSeeds>({})
  const [isJudged, setJudged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  const save = useSaveSeeds(() => {
    setTyped({})
    close()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = teams.find((team) => !isSeed(textOf(team, typed)))
    setJudged(wrong !== undefined)
    if (wrong) {
      setDivision(wrong.division)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const changes = changedSeeds(teams, typed)
    if (changes.length > 0) save.run(changes)
    else close()
  }
  const listed = teams.filter((team) => team.division === division)
  return (
    <>
      <Button variant="quiet" size="compact" icon={<ListOrdered aria-hidden="true" />} onClick={() => setOpen(true)}>
        Seeds
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Seeds"
        description="1 is the strongest. Only staff see seeds; two teams may share one."
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={id} busy={save.isPending && !save.waiting}>
              Save seeds
            </Button>
          </>
        }
      >
        <form ref={form} id={id} className={styles['form']} noValidate aria-label="Seeds" data-stored onSubmit={submit}>
          {save.message && <Notice tone="bad" announce="alert" title={save.message} />}
          <WaitsForConnection waiting={save.waiting} />
          <ChoiceCards
            look="segments"
            label="Division"
            value={division}
            onValueChange={setDivision}
            choices={divisions.map((value) => ({ value, label: divisionLabels[value] }))}
          />
          {listed.length === 0 && <p>No teams in this division yet.</p>}
          {listed.map((team) => (
            <SeedField
              key={team.id}
              team={team}
              text={textOf(team, typed)}
              shared={sharedWith(team, listed, typed)}
              isJudged={isJudged}
              onType={(text) => setTyped({ ...typed, [team.id]: text })}
            />
          ))}
        </form>
      </Dialog>
    </>
  )
}

interface SeedFieldProps {
  readonly team: ShownTeam
  readonly text: string
  /** The older team with this seed, which goes first. */
  readonly shared: ShownTeam | undefined
  readonly isJudged: boolean
  readonly onType: (text: string) => void
}

function SeedField({ team, text, shared, isJudged, onType }: SeedFieldProps) {
  return (
    <TextField
      className={styles['field']}
      label={team.team_name}
      inputMode="numeric"
      maxLength={8}
      autoComplete="off"
      value={text}
      onValueChange={onType}
      hint={shared && `${shared.team_name} has this seed too, and goes first: its bid is older.`}
      error={isJudged && !isSeed(text) ? seedRule : undefined}
    />
  )
}

/** One request for each team, under keys of one attempt: a retry goes on where the one before ended. */
function useSaveSeeds(onSaved: () => void) {
  return useCommand({
    send: async (changes: readonly SeedChange[], key) => {
      const keys: string[] = []
      for (const { id, seed } of changes) {
        const idempotencyKey = `${key}.${id}`
        await call('PUT /api/teams/{id}', { params: { id }, body: { seed } }, { idempotencyKey })
        keys.push(idempotencyKey)
      }
      await refreshTeams()
      return keys
    },
    failed: (error) => messageOrStatus(error, 'Failed to save the seeds'),
    onDone: (keys) => {
      onSaved()
      toast.success(`Seeds of ${countOfTeams(keys.length)} saved.`, offerUndo(keys))
    },
  })
}
