import type { ReplayLine } from '@ultimate/events/staff/replay.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { failed } from './machine.ts'

interface Listener {
  readonly onLine: (line: ReplayLine) => void
  readonly onBroken: (sentence: string) => void
}

/** Runs a replay and reports its lines as they come. Returns how to stop listening; the replay itself runs to its end. */
export function followReplay({ onLine, onBroken }: Listener): () => void {
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
