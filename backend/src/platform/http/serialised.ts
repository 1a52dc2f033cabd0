import { createHash } from 'node:crypto'

interface Serialised {
  readonly bytes: Buffer
  /** Of the bytes; made when it is first asked for. */
  etag: string | undefined
}

const known = new WeakMap<object, Serialised>()

/** A body as JSON. The same object is written out once, so a read model that keeps its answer costs little to send. */
export function serialised(body: object): Serialised {
  const before = known.get(body)
  if (before) return before
  const now = { bytes: Buffer.from(JSON.stringify(body)), etag: undefined }
  known.set(body, now)
  return now
}

export function versionTag(version: number): string {
  return `"v${version}"`
}

/** Strong, because it is made of the very bytes. */
export function contentTag(bytes: Buffer): string {
  return `"${createHash('sha1').update(bytes).digest('base64url')}"`
}
