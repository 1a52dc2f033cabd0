import type { RoundAndField } from './draft-plan.ts'

/** Marks an element as the place of a game that is dropped there: `DragArea` finds elements by `data-drop`. */
export const markPlace = ({ round, field }: RoundAndField) => ({ 'data-drop': round ?? '', 'data-field': field ?? '' })

/** Marks an element on which a dropped game gives up its place. */
export const markNoPlace = { 'data-drop': '' }

/** Returns the place of a marked element. */
export const placeOfTarget = ({ dataset: { drop, field } }: HTMLElement): RoundAndField =>
  drop && field ? { round: drop, field } : { round: null, field: null }
