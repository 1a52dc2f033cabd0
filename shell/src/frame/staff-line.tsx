import { useLive } from '@ultimate/kit/request/live.ts'

/** Keeps a line to the server on every page, so that whoever is removed is signed out wherever he is. */
export function StaffLine() {
  useLive(['users'])
  return null
}
