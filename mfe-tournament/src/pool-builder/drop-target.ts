import type { Place } from './arrangement.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Marks an element as a place that a dragged team can be dropped on. */
export const dropOnPlace = ({ pool, position }: Place) => ({ 'data-drop': pool, 'data-position': position })

/** Marks an element as where a dragged team gives up its place. */
export const dropOff = { 'data-drop': '' }

/** What lies under the finger, not under the middle of what it drags. */
export const dropTargetAt = ({ x, y }: Point): HTMLElement | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null

/** The place that a target stands for; null where a team gives up its own. */
export function placeOfTarget({ dataset }: HTMLElement): Place | null {
  const { drop = '', position } = dataset
  return position === undefined ? null : { pool: drop, position: Number(position) }
}
