import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Hash } from './merkle-tree.ts'
import { type NoteProblem, type NoteSigner, openNote } from './signed-note.ts'

/** The number of events in the tree, and its root: together they fix the content of each of those events. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/** Signs a head as a checkpoint of C2SP (c2sp.org/tlog-checkpoint): a signed note of origin, size and root. */
export function signHead({ size, root }: TreeHead, signer: NoteSigner): string {
  return signer.sign(`${signer.name}\n${size}\n${root.toString('base64')}\n`)
}

const wholeNumber = /^(0|[1-9]\d{0,15})$/

/** The head that this key has signed, or what is wrong with it. */
export function openHead(note: string, verifierKey: string): TreeHead | { readonly problem: NoteProblem } {
  const opened = openNote(note, verifierKey)
  if ('problem' in opened) return opened
  const [origin, size = ''] = opened.text.split('\n')
  const head = readHead(opened.text)
  if (origin !== verifierKey.split('+')[0]) return { problem: 'of another key' }
  return wholeNumber.test(size) && head.root.length === 32 ? head : { problem: 'truncated' }
}

/** The head that a note contains. Does not check its signature. */
export function readHead(note: string): TreeHead {
  const [, size, root = ''] = note.split('\n')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

const signed = '— '

/** The notes of a file that holds one after another, with empty lines between them or without. */
export function splitNotes(file: string): string[] {
  const notes: string[] = []
  let lines: string[] = []
  for (const line of file.replaceAll('\r\n', '\n').split('\n')) {
    const hasEnded = lines.at(-1)?.startsWith(signed) === true
    if (hasEnded && !line.startsWith(signed)) {
      notes.push(`${lines.join('\n')}\n`)
      lines = []
    }
    if (line !== '' || lines.length > 0) lines.push(line)
  }
  if (lines.some((line) => line !== '')) notes.push(`${lines.join('\n')}\n`)
  return notes
}

const wordsPerHead = 8
const bitsPerWord = 11

/**
 * The first 88 bits of a root, as words that people can read out and compare on paper (the list of BIP 39: no two words
 * begin with the same four letters).
 */
export function toWords({ root }: Pick<TreeHead, 'root'>): string {
  const bits = BigInt(`0x${root.subarray(0, (wordsPerHead * bitsPerWord) / 8).toString('hex')}`)
  const words = Array.from({ length: wordsPerHead }, (_, index) => {
    const shift = BigInt((wordsPerHead - 1 - index) * bitsPerWord)
    return wordlist[Number((bits >> shift) & 0x7ffn)] ?? ''
  })
  return words.join(' ')
}
