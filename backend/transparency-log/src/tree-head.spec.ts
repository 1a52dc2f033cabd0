import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { otherSigner, signer } from './sealed.fixture.ts'
import { openHead, signHead, splitNotes, toWords } from './tree-head.ts'

const head = { size: 42, root: createHash('sha256').update('forty-two events').digest() }
const note = signHead(head, signer)
const key = signer.verifierKey

describe('A signed head', () => {
  it('is a checkpoint of C2SP: origin, size, root, an empty line and the signature', () => {
    const [origin, size, root, empty, signature, ...rest] = note.split('\n')
    expect(key).toMatch(/^example\.org\/log\/[\da-f]{8}\+[\da-f]{8}\+[A-Za-z0-9+/]{44}$/)
    expect([origin, size, root, empty, rest]).toEqual([signer.name, '42', head.root.toString('base64'), '', ['']])
    expect(signature).toMatch(new RegExp(`^— ${signer.name} [A-Za-z0-9+/]{90,91}={0,2}$`))
  })

  it('is opened with the key that signed it, beside signatures of others', () => {
    expect(openHead(note, key)).toEqual(head)
    expect(openHead(`${note}— witness.example AAAAAAAA\n`, key)).toEqual(head)
  })

  it.each([
    ['of another site', signHead(head, otherSigner), 'of another key'],
    ['with another size', note.replace('\n42\n', '\n43\n'), 'signed wrongly'],
    ['cut before its signature', note.slice(0, note.indexOf('—')), 'truncated'],
    ['cut in its signature', `${note.slice(0, -60)}\n`, 'truncated'],
    ['cut in its text', note.slice(0, 20), 'truncated'],
    ['that is no head', signer.sign(`${signer.name}\nmany\nevents\n`), 'truncated'],
  ])('is refused where it is one %s', (_, text, problem) => expect(openHead(text, key)).toEqual({ problem }))

  it('is read from a file with several heads and other text between them', () => {
    expect(splitNotes(`${note}${note}`)).toEqual([note, note])
    expect(splitNotes(`\n\n${note}\n\n${note.replaceAll('\n', '\r\n')}\n`)).toEqual([note, note])
    expect(splitNotes(`${note}\n${note.slice(0, 40)}`).map((one) => 'problem' in openHead(one, key))).toEqual([
      false,
      true,
    ])
    expect(splitNotes('\n \n'.trim())).toEqual([])
  })

  it('has eight words, which are the first 88 bits of its root', () => {
    expect(toWords({ root: Buffer.alloc(32) })).toBe(Array(8).fill('abandon').join(' '))
    expect(toWords({ root: Buffer.alloc(32, 0xff) })).toBe(Array(8).fill('zoo').join(' '))
    expect(toWords({ root: Buffer.concat([Buffer.from([0, 0x20]), Buffer.alloc(30)]) })).toMatch(/^ability abandon /)
  })
})
