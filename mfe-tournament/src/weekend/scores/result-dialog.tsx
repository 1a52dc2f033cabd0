import { sideNames } from '@ultimate/events/tournament/weekend/game.ts'
import type { ShownConsequences, ShownStandings, StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { nameGame, scheduleLimits } from '@ultimate/events/tournament/weekend/plan.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { FieldMessage, wireField } from '@ultimate/kit/components/fields/field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { findStatusWord } from '../game-result.ts'
import { useStandings } from '../queries.ts'
import { sideName } from '../shown-games.ts'
import styles from './scores-desk-page.module.css'
import { previewResult, useResultCommand, type WantedResult } from './staff-games.ts'

interface ResultDialogProps {
  /** The current game: it changes while the dialog is open. */
  readonly game: StaffGame
  readonly games: readonly StaffGame[]
  /** The result with which the dialog opens; the current one by default. */
  readonly wanted?: WantedResult | undefined
  readonly onClose: () => void
}

/** Sets, corrects or clears the result of a game, and shows beforehand what that changes elsewhere. */
export function ResultDialog({ game, games, wanted: initial, onClose }: ResultDialogProps) {
  const [form, setForm] = useState<ResultForm>(() => startForm(game, initial))
  const [isTouched, setTouched] = useState(initial !== undefined)
  // If another director sets a result meanwhile, the server rejects this one once, so that no result is overwritten
  // unseen. The rejection shows that result, so the next try is based on it.
  const [openedVersion, setOpenedVersion] = useState(game.version)
  const wanted = buildWanted(form)
  const setting = useResultCommand(onClose)
  const preview = usePreview(game, wanted, isTouched)
  const { data: standings } = useStandings(game.division)
  const seenVersion = setting.error ? game.version : openedVersion
  const change = (changes: Partial<ResultForm>) => {
    setOpenedVersion(seenVersion)
    setting.reset()
    setTouched(true)
    setForm({ ...form, ...changes })
  }
  const submit = () => {
    setTouched(true)
    if (preview.data && !setting.isPending) setting.run({ game: { ...game, version: seenVersion }, wanted })
  }
  const fields = preview.error instanceof ApiError ? preview.error.fields : {}
  const isLate = setting.error instanceof ApiError && setting.error.code === 'STALE'
  const message = isLate
    ? `Another director set a result first. ${describeNow(game)} Press again to set yours.`
    : (setting.message ?? (preview.error && messageOrStatus(preview.error, 'We couldn’t check what it changes.')))
  return (
    <FormDialog
      size="large"
      onClose={onClose}
      title={`Result of ${nameGame(game)}`}
      description={`${describeNow(game)} Games are played to ${game.plays_to}.`}
      label="Result"
      className={styles['form']}
      act={form.kind === 'clear' ? 'Clear Result' : 'Set Result'}
      isReady={preview.data !== undefined}
      command={{ isPending: preview.isFetching || setting.isPending, waiting: setting.waiting, message }}
      onSubmit={submit}
    >
      <ChoiceCards
        look="segments"
        label="Result"
        value={form.kind}
        onValueChange={(kind) => change({ kind })}
        choices={[
          { value: 'points', label: 'Points' },
          { value: 'forfeit', label: 'Forfeit' },
          ...(game.changed_at === null ? [] : [{ value: 'clear' as const, label: 'No result' }]),
        ]}
      />
      <ResultFields game={game} form={form} errors={fields} onChange={change} />
      <div role="status" className={styles['preview']}>
        {preview.data ? (
          <Consequences consequences={preview.data.consequences} before={standings} games={games} />
        ) : (
          preview.fetchStatus === 'paused' && (
            <Notice tone="warn">What it changes is shown once you’re back online.</Notice>
          )
        )}
      </div>
      {form.kind !== 'clear' && (
        <TextField
          label="Reason"
          optional
          hint="The audit shows it."
          maxLength={scheduleLimits.reason}
          autoComplete="off"
          value={form.reason}
          error={fields['reason']}
          onValueChange={(reason) => change({ reason })}
        />
      )}
    </FormDialog>
  )
}

type ResultForm = {
  readonly kind: 'points' | 'forfeit' | 'clear'
  readonly home: number
  readonly away: number
  readonly side: 'home' | 'away'
  readonly reason: string
}

function startForm({ score, entries, forfeit }: StaffGame, initial: WantedResult | undefined): ResultForm {
  const points = score ?? entries.home ?? entries.away ?? { home: 0, away: 0 }
  const form: ResultForm = { kind: forfeit ? 'forfeit' : 'points', ...points, side: forfeit ?? 'home', reason: '' }
  return initial === undefined || initial.kind === 'keep' ? form : { ...form, ...initial }
}

function buildWanted({ kind, home, away, side, reason: text }: ResultForm): WantedResult {
  const reason = text.trim()
  if (kind === 'points') return { kind, home, away, reason }
  return kind === 'forfeit' ? { kind, side, reason } : { kind }
}

/** `Now: 11–9, final.` */
function describeNow(game: StaffGame): string {
  const { score, forfeit, status } = game
  if (forfeit) return `Now: forfeited by ${sideName(game[forfeit])}.`
  if (score) return `Now: ${score.home}–${score.away}, ${findStatusWord(game)?.word.toLowerCase()}.`
  return status === 'disputed' ? 'Now: the captains entered different scores.' : 'No score yet.'
}

interface ResultFieldsProps {
  readonly game: StaffGame
  readonly form: ResultForm
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<ResultForm>) => void
}

function ResultFields({ game, form, errors, onChange }: ResultFieldsProps) {
  if (form.kind === 'clear')
    return <p>The game then has no result, and the captains can enter it again. Their entries are deleted.</p>
  return form.kind === 'points' ? (
    <div className={styles['points']}>
      {sideNames.map((side) => (
        <PointsField
          key={side}
          label={sideName(game[side])}
          value={form[side]}
          error={errors[side]}
          onValueChange={(value) => onChange({ [side]: value })}
        />
      ))}
    </div>
  ) : (
    <ChoiceCards
      label="Who forfeits"
      hint="The other team wins; neither gets points."
      value={form.side}
      onValueChange={(side) => onChange({ side })}
      choices={sideNames.map((value) => ({ value, label: sideName(game[value]) }))}
    />
  )
}

/** Reads the server's preview of this change. The reason does not affect the preview. */
function usePreview(game: StaffGame, wanted: WantedResult, isEnabled: boolean) {
  const previewed = useDeferredValue(JSON.stringify({ ...wanted, reason: '' }))
  return useQuery({
    queryKey: ['preview', game.id, game.version, previewed],
    queryFn: ({ signal }) => previewResult({ game, wanted: JSON.parse(previewed) }, signal),
    enabled: isEnabled,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
}

interface ConsequencesProps {
  readonly consequences: ShownConsequences
  /** The standings of the division before the change. */
  readonly before: ShownStandings | undefined
  readonly games: readonly StaffGame[]
}

/** The effects of a result on standings and bracket, before it is set. */
function Consequences({ consequences: { standings, moves, played }, before, games }: ConsequencesProps) {
  if (standings.length + moves.length === 0)
    return <Notice tone="good">No standings and no bracket game change.</Notice>
  const gameOf = new Map(games.map((game) => [game.id, game]))
  return (
    <div className={styles['consequences']}>
      {standings.map(({ pool, rows }) => (
        <RankChanges
          key={pool}
          pool={pool}
          rows={rows}
          before={before?.pools.find(({ name }) => name === pool)?.rows}
        />
      ))}
      {moves.length > 0 && (
        <section>
          <h3>
            {moves.length === 1 ? '1 team of the bracket changes' : `${moves.length} teams of the bracket change`}
          </h3>
          <ul className={styles['changes']}>
            {moves.map(({ game_id, side, was, now }) => {
              const game = gameOf.get(game_id)
              return (
                <li key={`${game_id}-${side}`}>
                  <b>{game ? nameGame(game) : 'A game'}</b>
                  <span>
                    <bdi>{now?.name ?? 'Not known yet'}</bdi> instead of{' '}
                    <bdi>{was?.name ?? (game ? sideName({ ...game[side], team: null }) : 'no team')}</bdi>
                    {played.includes(game_id) && <strong>, already played</strong>}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {played.length > 0 && (
        <Notice
          tone="warn"
          title={played.length === 1 ? '1 of these games is played' : `${played.length} of these games are played`}
        >
          <p>
            {played.length === 1 ? 'It keeps its result and waits' : 'They keep their results and wait'} on this page
            until you keep or clear {played.length === 1 ? 'it' : 'them'}.
          </p>
        </Notice>
      )}
    </div>
  )
}

interface RankChangesProps {
  readonly pool: string
  readonly rows: ShownConsequences['standings'][number]['rows']
  readonly before: ShownConsequences['standings'][number]['rows'] | undefined
}

function RankChanges({ pool, rows, before }: RankChangesProps) {
  const ranks = new Map(before?.map(({ team, rank }) => [team.id, rank]))
  const changes = rows.flatMap(({ team, rank }) => {
    const was = ranks.get(team.id) ?? rank
    return was === rank ? [] : [{ team, rank, was }]
  })
  return (
    <section>
      <h3>Standings of {pool}</h3>
      {changes.length === 0 ? (
        <p>Every rank stays. Wins or points change.</p>
      ) : (
        <ul className={styles['changes']}>
          {changes.map(({ team, rank, was }) => (
            <li key={team.id}>
              <b className={styles['ranks']}>
                {was}
                {rank < was ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
                <VisuallyHidden> before, now </VisuallyHidden>
                {rank}
              </b>
              <bdi>{team.name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const maxPoints = 99

interface PointsFieldProps {
  /** The name of the team. */
  readonly label: string
  readonly value: number
  readonly error?: string | undefined
  readonly onValueChange: (value: number) => void
}

/** The points of one team: large buttons for wet fingers, a number to type, and the arrow keys. */
function PointsField({ label, value, error, onValueChange }: PointsFieldProps) {
  const id = useId()
  const step = (by: number) => onValueChange(Math.min(maxPoints, Math.max(0, value + by)))
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        <bdi>{label}</bdi>
      </label>
      <div className={styles['stepper']}>
        <IconButton
          className={styles['step']}
          label={`One point less for ${label}`}
          icon={<Minus aria-hidden="true" />}
          aria-disabled={value === 0}
          onClick={() => step(-1)}
        />
        <input
          {...wireField(id, { error })}
          className={styles['number']}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={press}
          onChange={({ target }) => onValueChange(Number(target.value.replaceAll(/\D/g, '').slice(-2)))}
        />
        <IconButton
          className={styles['step']}
          label={`One point more for ${label}`}
          icon={<Plus aria-hidden="true" />}
          aria-disabled={value === maxPoints}
          onClick={() => step(1)}
        />
      </div>
      <FieldMessage control={id} error={error} />
    </div>
  )
}
