import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { growingTree, type Hash, inclusionProof, leafHash, readEdges } from './merkle-tree.ts'

/** The leaves of the test data of Certificate Transparency, in hexadecimal. */
const knownLeaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const knownRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
/** The sizes at which blocks of 256, and of 256 blocks, are complete, and sizes around them. */
const sizes = [1, 2, 3, 255, 256, 257, 511, 512, 513, 700, 65_535, 65_536, 65_537, 66_000]

const sha256 = (...parts: Buffer[]): Hash => createHash('sha256').update(Buffer.concat(parts)).digest()
const node = (left: Hash, right: Hash): Hash => sha256(Buffer.from([1]), left, right)

/** The largest tree of these tests, of which the others are the beginnings. */
const leaves = Array.from({ length: Math.max(...sizes) }, (_, index) => leafHash(Buffer.from(`event ${index}`)))
const largestPowerBelow = (count: number) => 2 ** Math.floor(Math.log2(count - 1))
/** The roots by their first leaf and the one after their last. */
const roots = new Map<string, Hash>()

/** RFC 6962, section 2.1, to the letter. A root that was asked for before is remembered. */
function definedRoot(first: number, end: number): Hash {
  const key = `${first} ${end}`
  const known = roots.get(key)
  if (known) return known
  const half = first + largestPowerBelow(end - first)
  const root = end - first === 1 ? (leaves[first] as Hash) : node(definedRoot(first, half), definedRoot(half, end))
  roots.set(key, root)
  return root
}

/** RFC 6962, section 2.1.1, to the letter. */
function definedPath(index: number, first: number, end: number): Hash[] {
  if (end - first === 1) return []
  const half = first + largestPowerBelow(end - first)
  return index < half
    ? [...definedPath(index, first, half), definedRoot(half, end)]
    : [...definedPath(index, half, end), definedRoot(first, half)]
}

describe('The tree over the log', () => {
  it('has the roots of the test data of Certificate Transparency', () => {
    const tree = growingTree()
    expect(tree.root().toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    const roots = knownLeaves.map((leaf) => {
      tree.append(leafHash(Buffer.from(leaf, 'hex')))
      return tree.root().toString('hex')
    })
    expect(roots).toEqual(knownRoots)
  })

  it.each(sizes)(
    'has at %i leaves the root and the paths that RFC 6962 defines, from what it keeps alone',
    async (size) => {
      const { tree, read } = grown(leaves.slice(0, size))
      expect(tree.root()).toEqual(definedRoot(0, size))
      expect(growingTree(size, await readEdges(read, size)).root()).toEqual(tree.root())
      for (const index of new Set([0, Math.floor(size / 3), Math.max(0, size - 300), size - 1]))
        expect(await inclusionProof(read, index, size)).toEqual(definedPath(index, 0, size))
    },
  )

  it('proves a leaf in an earlier tree as well, after it has grown', async () => {
    const { read } = grown(leaves.slice(0, 600))
    for (const size of [10, 256, 300, 599]) expect(await inclusionProof(read, 7, size)).toEqual(definedPath(7, 0, size))
  })
})

/** Grows a tree of these leaves, with a reader of the hashes that it returned for storage. */
function grown(some: readonly Hash[]) {
  const tree = growingTree()
  const levels: Hash[][] = []
  for (const leaf of some)
    for (const { level, index, hash } of tree.append(leaf)) {
      levels[level] ??= []
      const row = levels[level]
      if (row.length !== index) throw new Error(`level ${level} has ${row.length} hashes, not ${index}`)
      row.push(hash)
    }
  const read = async (level: number, from: number, count: number) => (levels[level] ?? []).slice(from, from + count)
  return { tree, read }
}
