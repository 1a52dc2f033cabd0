import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

export const previewCookie = 'part-preview'
/** A working day, so that a preview ends that its user has forgotten. */
const lifetimeSeconds = 12 * 60 * 60
/** The number of parts that a browser can preview at once. */
const maxParts = 10

/** The versions, by part, that one browser gets instead of the versions for all visitors. */
export type Preview = Readonly<Record<string, string>>

const contentSchema = z.object({ parts: z.record(z.string(), z.string()), until: z.number() })

/** Reads and writes the cookie that gives a browser other versions of parts. Only this site can make the cookie. */
export function previewCookies(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'previews of parts', 32))
  const computeSignature = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    /** Reads the preview; empty without a cookie, or if the cookie is expired or was not signed by this site. */
    read(cookie: string | undefined, now: Date): Preview {
      const [text = '', signature = ''] = cookie?.split('.') ?? []
      if (!text || !isSame(signature, computeSignature(text))) return {}
      const { parts, until } = contentSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
      return now.getTime() < until ? parts : {}
    },
    /** Returns the cookie for this preview. */
    write(preview: Preview, now: Date): { readonly value: string; readonly maxAgeSeconds: number } {
      const parts = Object.fromEntries(Object.entries(preview).slice(-maxParts))
      const until = now.getTime() + lifetimeSeconds * 1000
      const text = Buffer.from(JSON.stringify({ parts, until })).toString('base64url')
      return { value: `${text}.${computeSignature(text)}`, maxAgeSeconds: lifetimeSeconds }
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
