import { compareNames } from '../../language/fold.ts'

/** Limits to the pools that one form may add, the places of a pool, and the pools of a division in all. */
export const poolLimits = { perAdd: { min: 1, max: 10 }, size: { min: 2, max: 8 }, pools: 26 } as const

/**
 * Returns the first problem with the numbers of the form that adds pools to the `existing` ones, in the order of the
 * form; null where there is none.
 */
export function configurationError(count: number, size: number, existing: number): string | null {
  if (!(count >= poolLimits.perAdd.min)) return 'Number of pools must be at least 1'
  if (count > poolLimits.perAdd.max) return 'Number of pools cannot exceed 10'
  return (
    sizeError(size) ?? (isTooMany(existing + count) ? `A division can have at most ${poolLimits.pools} pools` : null)
  )
}

export const isTooMany = (pools: number): boolean => pools > poolLimits.pools

export function sizeError(size: number): string | null {
  if (!(size >= poolLimits.size.min)) return 'Pool size must be at least 2'
  return size > poolLimits.size.max ? 'Pool size cannot exceed 8' : null
}

/** `A` for 0, `Z` for 25, `AA` for 26. */
export function letterAt(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letterAt(Math.floor(index / 26) - 1) + letter
}

/** Turns {@link letterAt} around: 26 for `AA`. */
function toIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** `A` of `Pool A`; the whole name of a pool that has no letter. */
export function letterOf(name: string): string {
  return /^Pool ([A-Z]{1,2})$/.exec(name)?.[1] ?? name
}

/** The names of new pools: the letters go on after the last one in use, so that each letter names one pool. */
export function nextPoolNames(existing: readonly string[], count: number): string[] {
  const used = existing.map(letterOf).filter((letter) => /^[A-Z]{1,2}$/.test(letter))
  const first = Math.max(-1, ...used.map(toIndex)) + 1
  return Array.from({ length: count }, (_, index) => `Pool ${letterAt(first + index)}`)
}

/** Returns the name that people use for a place: the pool's letter and the position, from 1. */
export function placeLabel(poolName: string, position: number): string {
  const letter = letterOf(poolName)
  return letter.length > 2 ? `${letter} ${position + 1}` : `${letter}${position + 1}`
}

/** `Pool A` before `Pool B`, `Pool Z` before `Pool AA`, `Pool 2` before `Pool 10`. */
export function byPoolName(one: { readonly name: string }, other: { readonly name: string }): number {
  const [a, b] = [letterOf(one.name), letterOf(other.name)]
  const isLettered = /^[A-Z]{1,2}$/
  if (isLettered.test(a) && isLettered.test(b)) return toIndex(a) - toIndex(b)
  return compareNames(one.name, other.name)
}
