import type { PoolChange } from '@ultimate/events/tournament/pools/pools-api.ts'
import styles from './dialogs.module.css'

/** A team as sentences call it. */
export interface NamedTeam {
  readonly id: string
  readonly team_name: string
}

interface ChangeListProps {
  readonly changes: readonly PoolChange[]
  readonly teams: readonly NamedTeam[]
  /** Shown where nothing changed. */
  readonly nothing: string
}

/** The number of sentences that are shown at first. Placing a whole division makes some thirty. */
const sentencesAtFirst = 8

export function ChangeList({ changes, teams, nothing }: ChangeListProps) {
  const names = new Map(teams.map(({ id, team_name }) => [id, team_name]))
  const sentences = changes.map((change) => describeChange(change, (team) => names.get(team) ?? 'A removed team'))
  if (sentences.length === 0) return <p className={styles['nothing']}>{nothing}</p>
  const rest = sentences.slice(sentencesAtFirst)
  return (
    <>
      <Sentences sentences={sentences.slice(0, sentencesAtFirst)} />
      {rest.length > 0 && (
        <details className={styles['more']}>
          <summary>And {rest.length} more</summary>
          <Sentences sentences={rest} />
        </details>
      )}
    </>
  )
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul className={styles['changedTeams']}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** The sentence for one change. */
function describeChange(change: PoolChange, nameOf: (team: string) => string): string {
  switch (change.kind) {
    case 'pool-added':
      return `${change.pool} added, ${change.size} places`
    case 'pool-removed':
      return `${change.pool} deleted`
    case 'pool-renamed':
      return `${change.pool} renamed to ${change.to}`
    case 'pool-resized':
      return `${change.pool} changed from ${change.from} to ${change.size} places`
    case 'team-moved':
      return describeMove(nameOf(change.team), change.from, change.to)
  }
}

function describeMove(team: string, from: string | null, to: string | null): string {
  if (from === null) return `${team} placed on ${to}`
  return to === null ? `${team} taken off ${from}` : `${team} moved from ${from} to ${to}`
}
