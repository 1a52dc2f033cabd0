/** The time of a `datetime-local` field, in this device's zone, for an ISO moment; empty for anything else. */
export function localText(moment: string): string {
  const time = new Date(moment)
  if (Number.isNaN(time.getTime())) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** The ISO moment that such a field tells of; null while it is not complete. */
export function momentOf(text: string): string | null {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
