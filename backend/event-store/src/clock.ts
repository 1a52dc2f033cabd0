/** The time of day; tests replace it. */
export interface Clock {
  now(): Date
}
