import { type Division, divisionLabels, divisions, seedRule } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
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
import { refreshTeams, teamsInWords, useTeams } from './teams-query.ts'
import { changedSeeds, findSharing, isSeed, type SeedChange, type TypedSeeds, textOf } from './typed-seeds.ts'

interface SeedsProps {
  /** The division that is shown first. */
  readonly division: Division
  /** True where a link led here to type seeds. */
  readonly isOpenAtFirst?: boolean
}

/** The form in which TD and admin type the seeds of both divisions. Typed seeds stay when it is closed. */
export function Seeds({ division: initialDivision, isOpenAtFirst = false }: SeedsProps) {
  const { data: teams = [] } = useTeams()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [division, setDivision] = useState(initialDivision)
  const [typedSeeds, setTypedSeeds] = useState<TypedSeeds>({})
  /** True after a try to save wrong seeds: from then on, wrong fields show an error. */
  const [areErrorsShown, setErrorsShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  const save = useSaveSeeds(() => {
    setTypedSeeds({})
    close()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const teamWithError = teams.find((team) => !isSeed(textOf(team, typedSeeds)))
    setErrorsShown(teamWithError !== undefined)
    if (teamWithError) {
      setDivision(teamWithError.division)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const changes = changedSeeds(teams, typedSeeds)
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
          <WaitsForConnection waiting={save.waiting} message={save.message} />
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
              text={textOf(team, typedSeeds)}
              sharedWith={findSharing(team, listed, typedSeeds)}
              isErrorShown={areErrorsShown}
              onType={(text) => setTypedSeeds({ ...typedSeeds, [team.id]: text })}
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
  readonly sharedWith: ShownTeam | undefined
  readonly isErrorShown: boolean
  readonly onType: (text: string) => void
}

function SeedField({ team, text, sharedWith, isErrorShown, onType }: SeedFieldProps) {
  return (
    <TextField
      className={styles['field']}
      label={team.team_name}
      inputMode="numeric"
      maxLength={8}
      autoComplete="off"
      value={text}
      onValueChange={onType}
      hint={sharedWith && `${sharedWith.team_name} has this seed too, and goes first: its bid is older.`}
      error={isErrorShown && !isSeed(text) ? seedRule : undefined}
    />
  )
}

/** Sends a request per team. Its key begins with the key of the attempt, so that a retry continues where that ended. */
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
      toast.success(`Seeds of ${teamsInWords(keys.length)} saved.`, offerUndo(keys))
    },
  })
}
