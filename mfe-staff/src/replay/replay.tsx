import type { ReplayLine, ReplayResult } from '@ultimate/events/staff/replay.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { useMachine } from '@xstate/react'
import { History } from 'lucide-react'
import { fromCallback } from 'xstate'
import { failed, type ReplayEvent, rateOf, replayMachine, whatDiffers } from './machine.ts'
import styles from './replay.module.css'

const machine = replayMachine.provide({
  actors: {
    replay: fromCallback<ReplayEvent>(({ sendBack }) =>
      followReplay({
        onLine: (line) => sendBack({ type: 'line', line }),
        onBroken: (sentence) => sendBack({ type: 'broken', sentence }),
      }),
    ),
  },
})

const number = new Intl.NumberFormat()

/** Proves that everything shown follows from what is written down here, without touching what is served. */
export function Replay() {
  const [snapshot, send] = useMachine(machine)
  const { events, total, result, failure } = snapshot.context
  const isRunning = snapshot.matches('running')
  return (
    <>
      <Button variant="secondary" icon={<History aria-hidden="true" />} onClick={() => send({ type: 'open' })}>
        Replay
      </Button>
      <Dialog
        open={!snapshot.matches('closed')}
        onClose={() => send({ type: 'close' })}
        size="large"
        title="Replay everything"
        description="Builds every list of the site anew from the audit's facts, beside those that are served, and compares them row by row. Nothing that people see is touched."
        actions={
          <Button busy={isRunning} onClick={() => send({ type: 'start' })}>
            {result ? 'Run again' : 'Run replay'}
          </Button>
        }
      >
        {failure && <Notice tone="bad" announce="alert" title={failure} />}
        {isRunning && (
          <label className={styles['running']}>
            {total === 0 ? 'Reading the facts…' : `${number.format(events)} of ${number.format(total)} facts`}
            <progress className={styles['bar']} max={total || 1} value={events} />
          </label>
        )}
        {result && <Result result={result} />}
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
        title={count === 0 ? 'No differences' : `${number.format(count)} rows differ`}
      >
        {number.format(result.events)} facts, {number.format(rateOf(result))} per second.
      </Notice>
      {count > result.differences.length && (
        <p>The first {number.format(result.differences.length)} of them are shown below.</p>
      )}
      <ul className={styles['tables']}>
        {result.tables.map(({ table, rows, differences }) => (
          <li key={table} data-differs={differences > 0 || undefined}>
            <strong>{table.replaceAll('_', ' ')}</strong>
            <span>
              {number.format(rows)} {rows === 1 ? 'row' : 'rows'},{' '}
              {differences === 0 ? 'all the same' : `${number.format(differences)} differ`}
            </span>
          </li>
        ))}
      </ul>
      {result.differences.map(({ table, id, live, rebuilt }) => (
        <section key={`${table} ${id}`} className={styles['difference']} aria-label={`Difference in ${table} ${id}`}>
          <strong>
            {table.replaceAll('_', ' ')} {id}
          </strong>
          {whatDiffers(live, rebuilt).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      ))}
    </div>
  )
}

interface Listener {
  readonly onLine: (line: ReplayLine) => void
  readonly onBroken: (sentence: string) => void
}

/** Runs a replay and reports its lines as they come. Returns how to stop listening; the replay itself runs to its end. */
function followReplay({ onLine, onBroken }: Listener): () => void {
  const leaving = new AbortController()
  const follow = async () => {
    const { token } = useSessionStore.getState()
    const answer = await fetch('/api/audit/replay', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    })
    if (!answer.ok || !answer.body) return onBroken((await answer.json()).message ?? failed)
    let isOver = false
    let text = ''
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = `${text}${part.value}`.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const message: ReplayLine = JSON.parse(line)
        isOver ||= message.kind !== 'progress'
        onLine(message)
      }
    }
    if (!isOver) onBroken(failed)
  }
  follow().catch(() => {
    if (!leaving.signal.aborted) onBroken(failed)
  })
  return () => leaving.abort()
}
