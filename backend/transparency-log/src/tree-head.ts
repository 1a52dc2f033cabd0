import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Hash } from './merkle-tree.ts'

/** The number of events in the tree, and its root: together they fix the content of each of those events. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/** Signs a head as a checkpoint of C2SP (c2sp.org/tlog-checkpoint): a note with three lines of origin, size and root. */
export function signHead({ size, root }: TreeHead, signer: NoteSigner): string {
  return signer.sign(`${signer.name}\n${size}\n${root.toString('base64')}\n`)
}

const wholeNumberText = /^(0|[1-9]\d{0,15})$/

/** The head that this key has signed, or what is wrong with it. */
export function openHead(note: string, verifierKey: string): TreeHead | { readonly problem: NoteProblem } {
  const opened = openNote(note, verifierKey)
  if ('problem' in opened) return opened
  const [origin, size = ''] = opened.text.split('\n')
  const head = readHead(opened.text)
  if (origin !== verifierKey.split('+')[0]) return { problem: 'of another key' }
  return wholeNumberText.test(size) && head.root.length === 32 ? head : { problem: 'truncated' }
}

/** The head that a note contains. Does not check its signature. */
export function readHead(note: string): TreeHead {
  const [, size, root = ''] = note.split('\n')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

const signatureStart = '— '

/** The notes of a file that holds one after another, with empty lines between them or without. */
export function splitNotes(file: string): string[] {
  const notes: string[] = []
  let lines: string[] = []
  for (const line of file.replaceAll('\r\n', '\n').split('\n')) {
    const isSigned = lines.at(-1)?.startsWith(signatureStart) === true
    if (isSigned && !line.startsWith(signatureStart)) {
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
 * The first 88 bits of a root as eight words, which people can read out and compare on paper. The words are those of
 * BIP 39, of which no two begin with the same four letters.
 */
export function toWords({ root }: Pick<TreeHead, 'root'>): string {
  const bits = BigInt(`0x${root.subarray(0, (wordsPerHead * bitsPerWord) / 8).toString('hex')}`)
  const words = Array.from({ length: wordsPerHead }, (_, index) => {
    const shift = BigInt((wordsPerHead - 1 - index) * bitsPerWord)
    return wordlist[Number((bits >> shift) & 0x7ffn)] ?? ''
  })
  return words.join(' ')
}

/**
 * Signed notes of C2SP (c2sp.org/signed-note) with Ed25519: a text that ends with a line break, an empty line, and a
 * line for each signature.
 */
export interface NoteSigner {
  /** The name of the key, which is the origin of the log as well. */
  readonly name: string
  /** The key that verifies, in C2SP's form: name, hash and public key. */
  readonly verifierKey: string
  sign(text: string): string
}

const algorithm = Buffer.from([1])
/** The bytes that PKCS#8 puts before the 32 bytes of a private key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * `seed` is the private key: 32 bytes in base64url. The name is `origin` and a hash of the public key, so that it stays the
 * same wherever the log moves, and differs from that of every other log.
 */
export function noteSigner(origin: string, seed: string): NoteSigner {
  const der = Buffer.concat([pkcs8Prefix, Buffer.from(seed, 'base64url')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url')
  const name = `${origin}/${createHash('sha256').update(publicKey).digest('hex').slice(0, 8)}`
  const hash = keyHash(name, publicKey)
  return {
    name,
    verifierKey: `${name}+${hash.toString('hex')}+${Buffer.concat([algorithm, publicKey]).toString('base64')}`,
    sign: (text) => {
      const signature = Buffer.concat([hash, sign(null, Buffer.from(text), privateKey)])
      return `${text}\n— ${name} ${signature.toString('base64')}\n`
    },
  }
}

const keyHash = (name: string, publicKey: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(algorithm).update(publicKey).digest().subarray(0, 4)

const signatureLine = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/

type NoteProblem = 'truncated' | 'of another key' | 'signed wrongly'

/** The text of a note that this key has signed, or what is wrong with it. */
function openNote(note: string, verifierKey: string): { readonly text: string } | { readonly problem: NoteProblem } {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => {
      const [, name, value = ''] = signatureLine.exec(line) ?? []
      return name ? [{ name, bytes: Buffer.from(value, 'base64') }] : []
    })
  if (end < 0 || signatures.length === 0) return { problem: 'truncated' }
  const { name, hash, key } = parseKey(verifierKey)
  const own = signatures.find((signature) => signature.name === name && signature.bytes.subarray(0, 4).equals(hash))
  if (!own) return { problem: 'of another key' }
  if (own.bytes.length !== 68) return { problem: 'truncated' }
  return verify(null, Buffer.from(text), key, own.bytes.subarray(4)) ? { text } : { problem: 'signed wrongly' }
}

function parseKey(verifierKey: string): { name: string; hash: Buffer; key: KeyObject } {
  const [name = '', hash = '', ...rest] = verifierKey.split('+')
  const bytes = Buffer.from(rest.join('+'), 'base64')
  const x = bytes.subarray(1).toString('base64url')
  return {
    name,
    hash: Buffer.from(hash, 'hex'),
    key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  }
}
