import { hash } from 'node:crypto'

/** A SHA-256 hash. */
export type Hash = Buffer
export const hashBytes = 32

const leafPrefix = Buffer.from([0])
const nodePrefix = Buffer.from([1])
const sha256 = (bytes: Buffer): Hash => hash('sha256', bytes, 'buffer')

/** RFC 6962, section 2.1: leaves and nodes are hashed apart, so that neither can be taken for the other. */
export const leafHash = (bytes: Buffer): Hash => sha256(Buffer.concat([leafPrefix, bytes]))
const nodeHash = (left: Hash, right: Hash): Hash => sha256(Buffer.concat([nodePrefix, left, right]))

/** The root of a tree without leaves, by RFC 6962. */
const emptyRoot = sha256(Buffer.alloc(0))

/**
 * Hashes are stored at every eighth level of the tree only, as in the tiles of C2SP: those of the leaves, and at each
 * level above one for every 256 of the level below. What lies between is computed.
 */
const blockSize = 256

/** A hash that is stored: at `level` 0 a leaf's, above it the root of 256 hashes of the level below. */
export interface StoredHash {
  readonly level: number
  readonly index: number
  readonly hash: Hash
}

/** The number of hashes that a tree of `size` leaves stores at a level. */
export const storedAt = (size: number, level: number): number => Math.floor(size / blockSize ** level)

/** Returns the hashes one level up: of two neighbors each, and at the end a hash without a neighbor as it is. */
function joinNeighbors(hashes: readonly Hash[]): Hash[] {
  const above: Hash[] = []
  for (let at = 0; at < hashes.length; at += 2) {
    const [left, right] = [hashes[at] as Hash, hashes[at + 1]]
    above.push(right ? nodeHash(left, right) : left)
  }
  return above
}

/** The root over hashes of one level, of which the last may stand for fewer leaves than the others. */
function rootOver(hashes: readonly Hash[]): Hash {
  let level = hashes
  while (level.length > 1) level = joinNeighbors(level)
  return level[0] ?? emptyRoot
}

/** The hashes in the last, unfinished block of each level: all that a tree needs to grow and to know its root. */
export type Edges = readonly (readonly Hash[])[]

/** A tree that only grows. */
export interface GrowingTree {
  readonly size: number
  /** Returns the hashes to store: the leaf, and the roots of the blocks that it completes. */
  append(leaf: Hash): StoredHash[]
  root(): Hash
}

export function growingTree(startSize = 0, startEdges: Edges = []): GrowingTree {
  const edges = startEdges.map((edge) => [...edge])
  let size = startSize
  const add = (level: number, hash: Hash): StoredHash[] => {
    const edge = edges[level] ?? []
    edges[level] = edge
    const stored = { level, index: storedAt(size, level), hash }
    edge.push(hash)
    if (edge.length < blockSize) return [stored]
    edges[level] = []
    return [stored, ...add(level + 1, rootOver(edge))]
  }
  return {
    get size() {
      return size
    },
    append: (leaf) => {
      const stored = add(0, leaf)
      size++
      return stored
    },
    root: () => computeRoot(edges),
  }
}

/** Goes from the leaves up: the root over the edge of a level is one more hash at the end of the edge above. */
function computeRoot(edges: Edges): Hash {
  const root = edges.reduce<Hash | null>((below, edge) => {
    const hashes = below ? [...edge, below] : edge
    return hashes.length > 0 ? rootOver(hashes) : null
  }, null)
  return root ?? emptyRoot
}

/** Reads `count` hashes that are stored at a level, from the index `from` on. */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Hash[]>

export async function readEdges(read: ReadHashes, size: number): Promise<Edges> {
  const edges: (readonly Hash[])[] = []
  for (let level = 0; storedAt(size, level) > 0; level++) {
    const stored = storedAt(size, level)
    edges.push(await read(level, stored - (stored % blockSize), stored % blockSize))
  }
  return edges
}

/** The audit path of RFC 6962, section 2.1.1, of a leaf in the tree of the first `size` leaves; from the leaf upwards. */
export async function inclusionProof(read: ReadHashes, index: number, size: number): Promise<Hash[]> {
  const edges = await readEdges(read, size)
  const path: Hash[] = []
  let below: Hash | null = null
  for (let level = 0; level < edges.length; level++) {
    const unfinished: readonly Hash[] = below ? [...(edges[level] ?? []), below] : (edges[level] ?? [])
    const at = Math.floor(index / blockSize ** level)
    const blockStart = at - (at % blockSize)
    const isUnfinished = blockStart === storedAt(size, level + 1) * blockSize
    const block = isUnfinished ? unfinished : await read(level, blockStart, blockSize)
    path.push(...siblings(block, at - blockStart))
    below = unfinished.length > 0 ? rootOver(unfinished) : null
  }
  return path
}

/** The hashes beside the path from one hash of a block up to the block's root. */
function siblings(hashes: readonly Hash[], index: number): Hash[] {
  const found: Hash[] = []
  for (let level = hashes, at = index; level.length > 1; level = joinNeighbors(level), at = Math.floor(at / 2)) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1]
    if (sibling) found.push(sibling)
  }
  return found
}
