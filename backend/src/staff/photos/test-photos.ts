import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import sharp, { type Sharp } from 'sharp'

/** A picture with enough in it to distinguish its corners: red, green, blue and white quarters. */
export async function quarters(width: number, height: number): Promise<Sharp> {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3 as const, background } },
    left: left * Math.floor(width / 2),
    top: top * Math.floor(height / 2),
  })
  const parts = [quarter('red', 0, 0), quarter('lime', 1, 0), quarter('blue', 0, 1), quarter('white', 1, 1)]
  const whole = sharp({ create: { width, height, channels: 3, background: 'black' } }).composite(parts)
  return sharp(await whole.png({ compressionLevel: 1 }).toBuffer())
}

export const jpeg = async (width = 640, height = 480): Promise<Buffer> =>
  (await quarters(width, height)).jpeg().toBuffer()

interface Upload {
  readonly title?: string
  readonly picture?: Uint8Array
  readonly name?: string
  readonly key?: string
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: { code?: string; message?: string; fields?: Record<string, string>; photo?: Photo; photos?: Photo[] }
}

/** Calls about photos, as a browser makes them. */
export function photoCalls(origin: string, as: Record<string, string>) {
  const send = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const response = await fetch(origin + path, { ...init, headers: { ...as, ...init.headers } })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
  }
  const change = (
    method: string,
    id: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> },
  ) =>
    send(`/api/photos/${id}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const upload = ({ title, picture, name = 'photo.jpg', key }: Upload) => {
    const form = new FormData()
    if (title !== undefined) form.set('title', title)
    if (picture) form.set('photo', new File([new Uint8Array(picture)], name))
    return send('/api/photos', { method: 'POST', body: form, headers: { ...(key && { 'idempotency-key': key }) } })
  }
  return {
    send,
    upload,
    add: async (title: string, picture?: Uint8Array): Promise<Photo> => {
      const { body } = await upload({ title, picture: picture ?? (await jpeg()) })
      if (!body.photo) throw new Error(`the photo was not added: ${JSON.stringify(body)}`)
      return body.photo
    },
    list: async (): Promise<Photo[]> => (await send('/api/photos')).body.photos ?? [],
    rename: (id: string, title: unknown, headers?: Record<string, string>) =>
      change('PUT', id, { body: { title }, ...(headers && { headers }) }),
    remove: (id: string, headers?: Record<string, string>) => change('DELETE', id, headers ? { headers } : {}),
  }
}
