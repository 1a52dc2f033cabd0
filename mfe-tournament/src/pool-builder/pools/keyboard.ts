import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, { readonly pool: number; readonly position: number }>> = {
  ArrowUp: { pool: 0, position: -1 },
  ArrowDown: { pool: 0, position: 1 },
  ArrowLeft: { pool: -1, position: 0 },
  ArrowRight: { pool: 1, position: 0 },
}

/** Arrow keys: up and down inside a pool and on into the next, left and right to the pools beside it. */
export function walkPlaces(event: KeyboardEvent): void {
  const step = steps[event.key]
  const from = (event.target as Element).closest<HTMLElement>('[data-place]')
  if (!step || !from) return
  event.preventDefault()
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')]
  if (step.pool === 0) {
    places[places.indexOf(from) + step.position]?.focus()
    return
  }
  const poolOf = (place: HTMLElement) => place.dataset['place']?.split('/')[0]
  const pools = [...Map.groupBy(places, poolOf).values()]
  const index = pools.findIndex((pool) => pool.includes(from))
  const beside = pools[index + step.pool]
  const position = pools[index]?.indexOf(from) ?? 0
  beside?.[Math.min(position, beside.length - 1)]?.focus()
}

/** Focuses the first free place, or else the first, after a team was picked up by keyboard. */
export function focusFirstPlace(): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-place]')]
  const free = places.find((place) => place.closest('[data-taken]') === null)
  ;(free ?? places[0])?.focus()
}

/** Focuses the team itself, in its place or among the unassigned. */
export function focusTeam(team: string): void {
  document.querySelector<HTMLElement>(`[data-team="${CSS.escape(team)}"], [data-place][aria-pressed="true"]`)?.focus()
}
