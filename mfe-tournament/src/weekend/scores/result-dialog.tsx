import { sideNames } from '@ultimate/events/tournament/weekend/game.ts'
import type { StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { nameGame, scheduleLimits } from '@ultimate/events/tournament/weekend/plan.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { ApiError } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { useDeferredValue, useState } from 'react'
import { FormDialog } from '../form-dialog.tsx'
import { findStatusWord } from '../game-result.ts'
import { useStandings } from '../queries.ts'
import { sideName } from '../shown-games.ts'
import { Consequences } from './consequences.tsx'
import { PointsField } from './points-field.tsx'
import { previewResult, useResultCommand, type WantedResult } from './staff-games.ts'
import styles from './staff-scores-page.module.css'

interface ResultDialogProps {
  /** The current game: it changes while the dialog is open. */
  readonly game: StaffGame
  readonly games: readonly StaffGame[]
  /** The result with which the dialog opens, and whose preview it shows at once; by default the current one. */
  readonly wanted?: WantedResult | undefined
  readonly onClose: () => void
}

/** Sets, corrects or clears the result of a game, and shows beforehand what that changes elsewhere. */
export function ResultDialog({ game, games, wanted: initial, onClose }: ResultDialogProps) {
  const [form, setForm] = useState<ResultForm>(() => startForm(game, initial))
  const [isTouched, setTouched] = useState(initial !== undefined)
  // The version of the game that the user has seen. If another director sets a result meanwhile, the server rejects this
  // one, so that no result is overwritten unseen. The rejection shows that result, so the next try is based on it.
  const [versionAtChange, setVersionAtChange] = useState(game.version)
  const wanted = buildWanted(form)
  const setting = useResultCommand(onClose)
  const preview = usePreview(game, wanted, isTouched)
  const { data: standings } = useStandings(game.division)
  const seenVersion = setting.error ? game.version : versionAtChange
  const change = (changes: Partial<ResultForm>) => {
    setVersionAtChange(seenVersion)
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
            <Notice tone="warn">We’ll show what it changes once you’re back online.</Notice>
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

/** Reads the server's preview of this change. The reason does not affect the preview, so typing it reads nothing. */
function usePreview(game: StaffGame, wanted: WantedResult, isEnabled: boolean) {
  // As text, because a deferred value must be equal in each render.
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
