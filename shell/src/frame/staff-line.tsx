import { useLive } from '@ultimate/kit/request/live.ts'

/** Keeps a line to the server on every page, so that a removed user is signed out on any of them. */
export function StaffLine() {
  useLive(['users'])
  return null
}
