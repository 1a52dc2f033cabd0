// Checks that an event is in the log that a signed head speaks of. It shares no code with the site, and needs Node alone:
//   node docs/verify-proof.mjs "$KEY" proof.json
// KEY is `key` of GET /api/audit/heads, proof.json an answer of GET /api/audit/{position}/proof.
// Formats: RFC 6962 (tree and audit path), c2sp.org/signed-note and c2sp.org/tlog-checkpoint (head).
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const leafHash = (leaf) => sha256(Buffer.from([0]), leaf)
const nodeHash = (left, right) => sha256(Buffer.from([1]), left, right)

/** The signed text of a note, or an error where this key has not signed it. */
function openNote(note, vkey) {
  const [name, hash, ...rest] = vkey.split('+')
  const key = Buffer.from(rest.join('+'), 'base64')
  if (key.length !== 33 || key[0] !== 1) throw new Error('the key is no Ed25519 key')
  if (
    sha256(Buffer.from(`${name}\n`), key)
      .subarray(0, 4)
      .toString('hex') !== hash
  )
    throw new Error('the key is misspelt')
  const x = key.subarray(1).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  for (const line of note.slice(end + 1).split('\n')) {
    const [dash, signer, value] = line.split(' ')
    if (dash !== '—' || signer !== name) continue
    const signature = Buffer.from(value, 'base64')
    if (signature.subarray(0, 4).toString('hex') !== hash) continue
    if (verify(null, Buffer.from(text), publicKey, signature.subarray(4))) return text
  }
  throw new Error('the key has not signed this head')
}

/** The root that follows from a leaf and its path (RFC 9162, section 2.1.3.2). */
function rootFrom(hash, index, size, path) {
  let [node, last, root] = [index, size - 1, hash]
  for (const sibling of path) {
    if (last === 0) throw new Error('the path is too long')
    if (node % 2 === 1 || node === last) {
      root = nodeHash(sibling, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else root = nodeHash(root, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  if (last !== 0) throw new Error('the path is too short')
  return root
}

const [vkey, file] = process.argv.slice(2)
const { position, index, size, leaf, proof, head } = JSON.parse(readFileSync(file, 'utf8'))
const event = Buffer.from(leaf, 'base64')
const [, signedSize, signedRoot] = openNote(head, vkey).split('\n')
const path = proof.map((hash) => Buffer.from(hash, 'base64'))
if (Number(signedSize) !== size || index >= size) throw new Error('the head speaks of another size')
if (JSON.parse(event.toString()).position !== position) throw new Error('the leaf is another event')
if (rootFrom(leafHash(event), index, size, path).toString('base64') !== signedRoot)
  throw new Error('the event is not in it')
console.log(`Position ${position} is event ${index + 1} of ${size} in this signed head: ${event}`)
