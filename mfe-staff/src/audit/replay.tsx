import { lazily } from '@ultimate/events/language/lazily.ts'
import type { ReplayLine, ReplayResult } from '@ultimate/events/staff/log-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { CopyButton } from '@ultimate/kit/components/buttons/copy-button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { download } from '@ultimate/kit/request/download.ts'
import { queryClient, useQuery } from '@ultimate/kit/request/query.ts'
import { sendCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useMachine } from '@xstate/react'
import { Download, ListChecks } from 'lucide-react'
import { fromCallback } from 'xstate'
import styles from './audit-page.module.css'
import { momentAtVenue } from './moments.ts'
import {
  explainDiff,
  failureSentence,
  listName,
  type ReplayEvent,
  repairCommand,
  replayMachine,
  rowName,
  writeReport,
} from './replay.machine.ts'

const machine = replayMachine.provide({
  actors: {
    replay: fromCallback<ReplayEvent>(({ sendBack }) =>
      followReplay({
        onStatus: (status) => sendBack({ type: status === 'sending' ? 'sent' : 'waits' }),
        onLine: (line) => sendBack({ type: 'line', line }),
        onBroken: (sentence) => sendBack({ type: 'broken', sentence }),
      }),
    ),
  },
})

const numberFormat = lazily(() => new Intl.NumberFormat())

/** Lets the TD check that all lists follow from the audit, and shows what to do if one does not. */
export function Replay() {
  const [snapshot, send] = useMachine(machine)
  const { events, total, result, failure } = snapshot.context
  const isRunning = snapshot.matches({ running: 'reading' })
  const isWaiting = snapshot.matches({ running: 'waiting' })
  return (
    <>
      <Button variant="secondary" icon={<ListChecks aria-hidden="true" />} onClick={() => send({ type: 'open' })}>
        Check data
      </Button>
      <Dialog
        open={!snapshot.matches('closed')}
        onClose={() => send({ type: 'close' })}
        size="large"
        title="Check the site’s data"
        description="Every list of the site, such as teams, pools and sign-ups, is made from the audit. This check makes each list again and compares it with the one that people see. It changes nothing, and the site stays open."
        actions={
          <Button busy={isRunning} disabled={isWaiting} onClick={() => send({ type: 'start' })}>
            {result ? 'Check again' : 'Start the check'}
          </Button>
        }
      >
        {failure && (
          <Notice tone="bad" announce="alert" title={failure}>
            Nothing was changed. Please try again in a minute.
          </Notice>
        )}
        <WaitsForConnection waiting={isWaiting ? { cancel: () => send({ type: 'cancel' }) } : null} />
        {isRunning && (
          <label className={styles['running']}>
            {total === 0
              ? 'Reading the history…'
              : `${numberFormat().format(events)} of ${numberFormat().format(total)} events read`}
            <progress className={styles['bar']} max={total || 1} value={events} />
          </label>
        )}
        {result && <Result result={result} />}
        <LogHeads />
      </Dialog>
    </>
  )
}

function Result({ result }: { readonly result: ReplayResult }) {
  const count = result.tables.reduce((sum, { differences }) => sum + differences, 0)
  return (
    <div className={styles['result']}>
      <Notice
        tone={count === 0 ? 'good' : 'bad'}
        announce="status"
        title={
          count === 0
            ? 'Everything is as it should be'
            : `${numberFormat().format(count)} ${count === 1 ? 'row differs' : 'rows differ'}`
        }
      >
        {count === 0
          ? `${numberFormat().format(result.events)} events were read, and every list follows from them.`
          : 'What people see there is wrong. Nothing is lost: the audit has the right data.'}
      </Notice>
      {count > 0 && <Repair result={result} />}
      <ul className={styles['tables']} aria-label="Lists">
        {result.tables.map(({ table, rows, differences }) => (
          <li key={table} data-differs={differences > 0 || undefined}>
            <strong>{listName(table)}</strong>
            <span>
              {numberFormat().format(rows)} {rows === 1 ? 'row' : 'rows'},{' '}
              {differences === 0 ? 'all right' : `${numberFormat().format(differences)} differ`}
            </span>
          </li>
        ))}
      </ul>
      {count > result.differences.length && (
        <p>The first {numberFormat().format(result.differences.length)} differences are shown below.</p>
      )}
      {result.differences.map(({ table, id, live, rebuilt }) => (
        <section
          key={`${table} ${id}`}
          className={styles['difference']}
          aria-label={`Difference in ${listName(table)}`}
        >
          <strong>
            {listName(table)}: <bdi>{rowName(id, live, rebuilt)}</bdi>
          </strong>
          {explainDiff(live, rebuilt).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      ))}
    </div>
  )
}

/**
 * Explains how the lists are repaired. Only the administrator of the server can do so: the site itself changes lists by
 * events alone.
 */
function Repair({ result }: { readonly result: ReplayResult }) {
  return (
    <section className={styles['repair']} aria-label="What to do">
      <h3>What to do</h3>
      <ol>
        <li>Until it is repaired, rely on the audit for what is listed below.</li>
        <li>
          Send the report to the person who looks after the server. It holds no names.{' '}
          <CopyButton text={writeReport(result)} size="compact" variant="secondary">
            Copy the report
          </CopyButton>
        </li>
        <li>
          They run <code>{repairCommand}</code> there, while the site stays open.
        </li>
        <li>Check again here: no row should differ any more. If one does, keep the report, and export the audit.</li>
      </ol>
    </section>
  )
}

interface Listener {
  readonly onStatus: (status: 'queued' | 'sending') => void
  readonly onLine: (line: ReplayLine) => void
  readonly onBroken: (sentence: string) => void
}

/**
 * Runs a replay and reports its lines as they come. Returns how to stop listening; the replay itself runs to its end.
 */
function followReplay({ onStatus, onLine, onBroken }: Listener): () => void {
  const following = new AbortController()
  const { signal } = following
  const ask = () => {
    const { token } = useSessionStore.getState()
    return fetch('/api/audit/replay', { method: 'POST', headers: { authorization: `Bearer ${token}` }, signal })
  }
  const follow = async () => {
    const answer = await sendCommand({ place: 'replay', subject: null, send: ask, onStatus, signal })
    if (!answer.ok || !answer.body) return onBroken((await answer.json()).message ?? failureSentence)
    let hasEnded = false
    let unfinishedLine = ''
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = `${unfinishedLine}${chunk.value}`.split('\n')
      unfinishedLine = lines.pop() ?? ''
      for (const line of lines) {
        const message: ReplayLine = JSON.parse(line)
        hasEnded ||= message.kind !== 'progress'
        onLine(message)
      }
    }
    if (!hasEnded) onBroken(failureSentence)
  }
  follow().catch(() => {
    if (!signal.aborted) onBroken(failureSentence)
  })
  return () => following.abort()
}

const readHeads = async () => {
  const [{ key, heads }, { head }] = await Promise.all([
    call('GET /api/audit/heads', {}),
    call('GET /api/log-head', {}),
  ])
  return { key, heads, newest: head }
}

/** Shows the newest seal (signed head of the log), and saves all seals as a file to store elsewhere. */
function LogHeads() {
  const { data, error, refetch } = useQuery({ queryKey: ['log-heads'], queryFn: readHeads, staleTime: 0 }, queryClient)
  return (
    <section className={styles['heads']} aria-labelledby="log-heads">
      <h3 id="log-heads">The seal of the record</h3>
      {error ? (
        <ErrorPanel title={messageOf(error, 'Failed to load the seal')} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows label="Loading the seal" rows={2} />
      ) : data.newest === null ? (
        <p>Nothing is sealed yet. The first events are sealed within seconds.</p>
      ) : (
        <>
          <p>
            {data.newest.size.toLocaleString('en-US')} events, sealed{' '}
            <time dateTime={data.newest.at}>{momentAtVenue(data.newest.at)}</time>. Prints show the same eight words:
          </p>
          <p className={styles['words']}>{data.newest.words}</p>
          <div className={styles['actions']}>
            <Button
              variant="secondary"
              size="compact"
              icon={<Download aria-hidden="true" />}
              onClick={() => download('log-heads.txt', buildFile(data.heads))}
            >
              Save all seals
            </Button>
            <CopyButton text={data.key} size="compact" variant="secondary">
              Copy the key
            </CopyButton>
          </div>
          <p className={styles['hint']}>
            Store a seal somewhere else: it proves later that no event before it was changed, removed or added. Every TD
            gets the newest one by email once a day and after the dinner. The person who looks after the server checks
            them with <code>npm run verify -- --heads log-heads.txt</code>.
          </p>
        </>
      )}
    </section>
  )
}

/** Joins the seals as `npm run verify -- --heads` reads them. */
const buildFile = (heads: readonly { readonly text: string }[]): Blob =>
  new Blob([heads.map(({ text }) => text).join('\n')], { type: 'text/plain' })
