import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '../../shell/kit/art/static')

interface Picture {
  readonly src: string
  readonly type: string
  readonly sizes: string
  readonly form_factor?: string
}
const { icons, screenshots } = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Readonly<
  Record<'icons' | 'screenshots', readonly Picture[]>
>

describe('The manifest of the app', () => {
  it.each([...icons, ...screenshots])('states type and size of $src as they are', async ({ src, type, sizes }) => {
    const { format, width, height } = await sharp(join(folder, src)).metadata()
    expect(type).toBe(format === 'svg' ? 'image/svg+xml' : `image/${format}`)
    if (sizes !== 'any') expect(sizes).toBe(`${width}x${height}`)
  })

  it('has small pictures of the site for phones and desktops, in a shape that browsers show', () => {
    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide'])
    for (const { src, sizes } of screenshots) {
      expect(statSync(join(folder, src)).size).toBeLessThan(150_000)
      const sides = sizes.split('x').map(Number)
      expect(Math.min(...sides)).toBeGreaterThanOrEqual(320)
      expect(Math.max(...sides)).toBeLessThanOrEqual(2.3 * Math.min(...sides))
    }
  })
})
