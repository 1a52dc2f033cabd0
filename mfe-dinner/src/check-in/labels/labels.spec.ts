import { qrPath } from '@ultimate/kit/components/display/qr-code.tsx'
import encode from 'qr'
import { describe, expect, it } from 'vitest'
import { codeOfLabel, isLabelOf, labelAddress, labelCode } from './label-code.ts'
import { readQr } from './scan-dialog.tsx'

const id = '6f9619ff-8b86-4011-b42d-00c04fC964Aa'
const address = labelAddress('https://example.org', id)

/** Returns a camera's picture of a text's QR code, each module this many pixels wide. */
function picture(text: string, pixels = 4) {
  const rows = encode(text, 'raw', { ecc: 'medium', border: 2 })
  const size = rows.length * pixels
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (rows[Math.floor(y / pixels)]?.[Math.floor(x / pixels)])
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
  return { width: size, height: size, data }
}

describe('The label of a dish', () => {
  it('is read by a camera, and its code finds the dish', () => {
    const scanned = readQr(picture(address))
    expect(scanned).toBe(address)
    const code = codeOfLabel(scanned ?? '')
    expect(code).toBe(labelCode(id))
    expect(isLabelOf(id, ` ${code?.toUpperCase()} `)).toBe(true)
  })

  it('draws every dark module, with the quiet edge that cameras need', () => {
    const { path, size } = qrPath(address)
    const dark = encode(address, 'raw', { ecc: 'medium', border: 2 }).flat().filter(Boolean).length
    expect(path.match(/M/g)).toHaveLength(dark)
    expect(path).not.toMatch(/M(0|1) /)
    expect(size).toBeGreaterThan(20)
  })

  it.each(['https://example.org/elsewhere', 'WIFI:S:field;;', 'https://example.org/?find=zzzzzz', ''])(
    'is not mistaken for another code: %j',
    (text) => expect(codeOfLabel(text)).toBeNull(),
  )

  it('is found by no other search', () => {
    expect(isLabelOf(id, 'c964a')).toBe(false)
    expect(isLabelOf(id, '')).toBe(false)
  })

  it('reads nothing where there is no code', () =>
    expect(readQr({ width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(255) })).toBeNull())
})
