import type { PoolChange } from '@ultimate/events/tournament/pool-changes.ts'

/** A change in a person's words. */
export function changeSentence(change: PoolChange, nameOf: (team: string) => string): string {
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
      return movement(nameOf(change.team), change.from, change.to)
  }
}

function movement(team: string, from: string | null, to: string | null): string {
  if (from === null) return `${team} placed on ${to}`
  return to === null ? `${team} taken off ${from}` : `${team} moved from ${from} to ${to}`
}
