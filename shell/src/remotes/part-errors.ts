import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { announcedParts } from '../navigation/pages.ts'

/** Messages and stacks are cut to this, because a browser sends only little once a page is being closed. */
const maxMessageLength = 500
const maxStackLength = 4000
/** A part that fails in a loop may throw a new message each time: the first few are enough. */
const maxPerPage = 20

const reported = new Set<string>()

/** Reports an error in a part, once per page for each version and message, without a retry. */
export function reportPartError(name: string, error: unknown): void {
  const part = announcedParts().find((announced) => announced.name === name)
  if (part?.version) send(part, part.version, error)
}

function send({ name }: AnnouncedPart, version: string, error: unknown): void {
  const message = describeError(error).slice(0, maxMessageLength)
  const key = `${name}@${version} ${message}`
  // Without a connection, parts fail that are not broken.
  if (!navigator.onLine || reported.has(key) || reported.size >= maxPerPage) return
  reported.add(key)
  const stack = stackOf(error).slice(0, maxStackLength)
  fetch('/api/part-errors', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ part: name, version, message, ...(stack && { stack }) }),
  }).catch(() => undefined)
}

/** Describes an error with its causes: "The dinner part is unreachable" alone explains little. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${describeError(error.cause)}`
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '')

/**
 * Reports errors that parts throw outside of React: in event handlers, timers and promises that are not awaited. An
 * error from before a part `isMounted` is reported once, by the panel in its place.
 */
export function watchPartErrors(isMounted: (part: string) => boolean): void {
  const report = (error: unknown, file: string) => {
    const name = partIn(stackOf(error)) ?? partIn(file)
    if (name && isMounted(name)) reportPartError(name, error)
  }
  addEventListener('error', ({ error, filename }) => report(error, filename))
  addEventListener('unhandledrejection', ({ reason }) => report(reason, ''))
}

const addresses = /https?:\/\/[^\s():]+(:\d+)?[^\s():]*/g

/** Finds the part whose file is the first in a stack. Skips files of the shell before it, because parts call them. */
function partIn(stack: string): string | undefined {
  const folders = announcedParts().map(({ name, manifest }) => {
    return { name, folder: new URL('.', new URL(manifest, location.href)).href }
  })
  for (const [address] of stack.matchAll(addresses)) {
    const owner = folders.find(({ folder }) => address.startsWith(folder))
    if (owner) return owner.name
  }
  return undefined
}
