import { type FactsOfYear, writeFacts, writeWholeDay } from '@ultimate/events/language/edition-facts.ts'
import type { Copied, Edition } from '@ultimate/events/staff/edition-api.ts'
import { type Copy, copies } from '@ultimate/events/staff/edition-schema.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { InlineError } from '@ultimate/kit/components/feedback/notice.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useNavigate } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useState } from 'react'
import styles from './settings-page.module.css'

const copyLabels: Readonly<Record<Copy, string>> = {
  slots: 'Dinner slots with their recipes',
  rules: 'Game rules',
  venue: 'City and venue',
}

interface Choice {
  readonly year: string
  /** Empty for the same weekend a year later. */
  readonly firstDay: string
  readonly copy: readonly Copy[]
}

const buildRequest = ({ year, firstDay, copy }: Choice) => ({
  year: Number(year),
  copy: [...copy],
  ...(firstDay !== '' && { first_day: firstDay }),
})

/** Reads the edition that would be started, as the server decides it, without storing anything. */
const useDryRun = (choice: Choice) =>
  useQuery({
    queryKey: ['dry run of an edition', choice],
    queryFn: ({ signal }) =>
      call('POST /api/editions', { body: { ...buildRequest(choice), preview: true } }, { signal }),
    staleTime: 0,
    retry: false,
  })

interface StartEditionDialogProps {
  readonly current: Edition
  readonly onClose: () => void
}

/** Asks what to copy into the next edition, and shows the edition before anything is stored. */
export function StartEditionDialog({ current, onClose }: StartEditionDialogProps) {
  const [choice, setChoice] = useState<Choice>({ year: String(current.year + 1), firstDay: '', copy: copies })
  const dryRun = useDryRun(choice)
  const navigate = useNavigate()
  const starting = useCommand({
    place: 'start-edition',
    send: async (chosen: Choice, idempotencyKey) => {
      const { edition } = await call('POST /api/editions', { body: buildRequest(chosen) }, { idempotencyKey })
      return { year: edition.year, key: idempotencyKey }
    },
    failed: (error) => messageOf(error, 'The edition could not be started.'),
    onDone: async ({ year, key }) => {
      toast.success(`The edition of ${year} is started.`, offerUndo([key]))
      onClose()
      void navigate(`/settings?year=${year}`)
      await refresh(['edition'])
    },
  })
  const day = dryRun.data?.edition.first_day
  const mistakes = dryRun.error instanceof ApiError ? dryRun.error.fields : {}
  const change = (changes: Partial<Choice>) => setChoice({ ...choice, ...changes })
  const toggleCopy = (copy: Copy, isCopied: boolean) =>
    change({ copy: copies.filter((other) => (other === copy ? isCopied : choice.copy.includes(other))) })
  const isSending = starting.isPending && !starting.waiting
  return (
    <Dialog
      open
      title="Start the next edition"
      description="Visitors see it once you publish it."
      onClose={onClose}
      actions={
        <>
          <WaitsForConnection waiting={starting.waiting} />
          <Button busy={isSending} disabled={!dryRun.isSuccess} onClick={() => starting.run(choice)}>
            Start {choice.year}
          </Button>
        </>
      }
    >
      <div className={styles['start']}>
        <TextField
          label="Year"
          inputMode="numeric"
          autoComplete="off"
          value={choice.year}
          error={mistakes['year']}
          onValueChange={(year) => change({ year })}
        />
        <TextField
          label="First day"
          type="date"
          optional
          hint={day && `${writeWholeDay(day)}.`}
          value={choice.firstDay}
          error={mistakes['first_day']}
          onValueChange={(firstDay) => change({ firstDay })}
        />
        <fieldset className={styles['group']}>
          <legend>Copy from {current.year}</legend>
          {copies.map((copy) => (
            <Checkbox
              key={copy}
              label={copyLabels[copy]}
              checked={choice.copy.includes(copy)}
              onCheckedChange={(isCopied) => toggleCopy(copy, isCopied)}
            />
          ))}
        </fieldset>
        <section
          className={styles['dryRun']}
          aria-labelledby="dry-run"
          aria-live="polite"
          aria-busy={dryRun.isFetching}
        >
          <h3 id="dry-run">Preview</h3>
          {dryRun.data ? (
            <DryRun {...dryRun.data} former={current} />
          ) : dryRun.error ? (
            <InlineError>{messageOf(dryRun.error, 'Failed to preview the edition.')}</InlineError>
          ) : (
            <SkeletonRows label="Loading the preview" rows={4} />
          )}
        </section>
        {starting.message && <InlineError>{starting.message}</InlineError>}
      </div>
    </Dialog>
  )
}

interface DryRunProps {
  readonly edition: Edition
  readonly copied: Copied
  readonly former: Edition
}

function DryRun({ edition, copied, former }: DryRunProps) {
  const { state: _, version: __, ...facts } = edition
  return (
    <ul>
      {describeStart(facts, copied, former).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

const formatCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Describes the contents of a started edition, one sentence for each. */
export function describeStart(facts: FactsOfYear, copied: Copied, former: Pick<Edition, 'year'>): string[] {
  const words = writeFacts(facts.year, facts)
  const deadline = facts.fee_deadline && `The fee is due by ${writeWholeDay(facts.fee_deadline)}.`
  return [
    `The ${[words.ordinal, words.name].filter((text) => text !== '').join(' ')} takes place on ${words.datesSpoken}.`,
    copied.slots > 0
      ? `${formatCount(copied.slots, 'dinner slot is', 'dinner slots are')} copied, without sign-ups.`
      : 'The dinner begins without slots.',
    copied.rules > 0
      ? `${formatCount(copied.rules, 'game rule is', 'game rules are')} copied.`
      : 'Game rules begin empty.',
    copied.venue > 0 ? `It is at ${words.venue || 'the same place'}.` : 'City and venue begin empty.',
    ...(deadline ? [deadline] : []),
    'Registration is open from the day you publish it, unless you set times.',
    `Name, club, fee, times and texts are those of ${former.year}. You can change all of them.`,
    'Teams, pools and sign-ups begin empty. Users and photos stay.',
  ]
}
