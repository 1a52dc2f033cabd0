import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { type FormEvent, useState } from 'react'
import styles from '../board-page.module.css'
import { phaseOf, placeOf } from '../board-query.ts'
import { BoardViewProvider } from '../board-view.ts'
import { FinishedItems, LeftoverItems } from '../dishes/item-list.tsx'
import { SessionStatus } from '../session/session-controls.tsx'
import { BoardSkeleton, Zones } from '../zones.tsx'
import { localText, momentOf } from './moment.ts'

const readPast = async (at: string, signal: AbortSignal) =>
  call('GET /api/dinner-management/replay', { query: { at } }, { signal })

type Past = Awaited<ReturnType<typeof readPast>>

/** The board exactly as it was at a moment, or after an event of the log; read-only. */
export function ReplayBoard({ at }: { readonly at: string }) {
  const {
    data: past,
    error,
    isFetching,
    refetch,
  } = useQuery({ queryKey: ['replay', at], queryFn: ({ signal }) => readPast(at, signal) })
  return (
    <>
      <PageHeader
        title="Dinner Management"
        density="desk"
        actions={
          <>
            {past && <SessionStatus session={past.session} asOf={past.at} />}
            <LinkButton to="/dinner/management" variant="secondary">
              Back to now
            </LinkButton>
          </>
        }
      >
        {past ? (
          <>
            As it stood on <time dateTime={past.at}>{new Date(past.at).toLocaleString('en-US')}</time>. Nothing can be
            moved here.
          </>
        ) : (
          'As it stood in the past.'
        )}
      </PageHeader>
      <MomentForm key={past?.at} shown={past?.at ?? at} />
      {past ? (
        <PastBoard past={past} />
      ) : error ? (
        <ErrorPanel title="Failed to load items" onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof ApiError && (error.fields['at'] ?? error.message)}
        </ErrorPanel>
      ) : (
        <BoardSkeleton />
      )}
    </>
  )
}

function PastBoard({ past }: { readonly past: Past }) {
  const { session, at } = past
  const items = past.items.map((item) => ({ item, place: placeOf(item) }))
  return (
    <>
      {phaseOf(session) === 'completed' && <LeftoverItems items={past.leftovers} session={session} asOf={at} />}
      <BoardViewProvider value={{ session, asOf: at, actions: null }}>
        <Zones key={past.at} items={items} />
      </BoardViewProvider>
      <FinishedItems items={past.finished} session={session} asOf={at} />
    </>
  )
}

function MomentForm({ shown }: { readonly shown: string }) {
  const [, setSearch] = useSearchParams()
  const [text, setText] = useState(() => localText(shown))
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = momentOf(text)
    setError(at === null ? 'Please give a date and a time.' : undefined)
    if (at !== null) setSearch({ at })
  }
  return (
    <form className={styles['momentForm']} noValidate onSubmit={submit}>
      <TextField
        id="replay-at"
        label="Moment"
        type="datetime-local"
        step={1}
        value={text}
        error={error}
        onValueChange={setText}
      />
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </form>
  )
}
