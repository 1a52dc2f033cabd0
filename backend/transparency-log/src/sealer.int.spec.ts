import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { aContext, build, put, shelf } from '@ultimate/event-store/fixtures/shelf.fixture.ts'
import { type TestStore, until } from '@ultimate/event-store/fixtures/store.fixture.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seal, signer, treeStore } from './sealed.fixture.ts'
import { readSealed } from './stored-tree.ts'
import { transparencyLog } from './transparency-log.ts'

let test: TestStore
beforeEach(async () => {
  test = await treeStore()
})
afterEach(() => test.close())

const heads = () => transparencyLog(test.database.serving.sql, signer)
const handle = (stream: string, what: ReturnType<typeof put>) =>
  test.store.commands.handle(shelf, { stream, command: what }, aContext)
const sealed = (size: number) => until(async () => (await readSealed(test.database.sql)).size === size)
const positions = async () =>
  (await test.database.sql<{ position: number }[]>`select position from events order by position`).map((row) =>
    Number(row.position),
  )

describe('The sealer', () => {
  it('appends each event in the order in which readers see it, also where several backends seal', async () => {
    seal(test, test.store)
    seal(test, test.another())
    const shelves = ['a', 'b', 'c', 'd']
    await Promise.all(shelves.map((id) => handle(`shelf-${id}`, build(id, 'Zacharias Quendel'))))
    for (const book of ['Emma', 'Persuasion', 'Sanditon'])
      await Promise.all(shelves.map((id) => handle(`shelf-${id}`, put(book))))
    await sealed(16)
    const leaves = await test.database.sql<{ position: number }[]>`
      select position from merkle_hashes where level = 0 order by index`
    expect(leaves.map(({ position }) => Number(position))).toEqual(await positions())
    const sizes = (await heads().heads()).map(({ size }) => size)
    expect(sizes[0]).toBe(16)
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
  })

  it('goes on after a restart where it was', async () => {
    const first = test.another()
    seal(test, first)
    await handle('shelf-a', build('Ada'))
    await sealed(1)
    await first.close()
    await handle('shelf-a', put('Emma'))
    seal(test, test.store)
    await sealed(2)
    const [, second] = await positions()
    expect(await heads().prove(second ?? 0)).toMatchObject({ index: 1, size: 2 })
  })

  it('says which events are not sealed yet, and which there are none', async () => {
    await handle('shelf-a', build('Ada'))
    const [position = 0] = await positions()
    expect(await heads().prove(position)).toBe('unsealed')
    seal(test, test.store)
    await sealed(1)
    expect(await heads().prove(position)).toMatchObject({ position, index: 0, size: 1, proof: [] })
    expect(await heads().prove(position + 1)).toBe('unknown')
  })

  it('keeps of the days before yesterday the last head alone', async () => {
    const old = (hour: number) => new Date(Date.UTC(2025, 10, 1, hour))
    const root = createHash('sha256').digest('base64')
    for (const [size, hour] of [
      [-3, 8],
      [-2, 20],
      [-1, 30],
    ] as const)
      await test.database.sql`insert into tree_heads values (${size}, ${root}, ${old(hour)})`
    seal(test, test.store)
    await handle('shelf-a', build('Ada'))
    await sealed(1)
    const stored = () => test.database.sql<{ size: number }[]>`select size from tree_heads order by size`
    await until(async () => (await stored()).length === 3)
    expect((await stored()).map(({ size }) => Number(size))).toEqual([-2, -1, 1])
  })
})

const verifier = resolve(import.meta.dirname, '../../../docs/verify-proof.mjs')

describe('The independent verifier of the documentation', () => {
  it('accepts the proof of each event, also of a forgotten person, and nothing that differs from it', async () => {
    seal(test, test.store)
    await handle('shelf-a', build('Ada', 'Zacharias Quendel'))
    for (const book of ['Emma', 'Persuasion', 'Sanditon']) await handle('shelf-a', put(book))
    await sealed(4)
    await test.store.people.forget(['shelf-a/owner'])
    const folder = await mkdtemp(join(tmpdir(), 'ultimate-proof-'))
    const verify = async (proof: object, key = heads().key) => {
      await writeFile(join(folder, 'proof.json'), JSON.stringify(proof))
      const run = promisify(execFile)(process.execPath, [verifier, key, join(folder, 'proof.json')])
      return run.then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => /Error: (.+)/.exec(stderr)?.[1],
      )
    }
    const readProof = async (position: number) => {
      const found = await heads().prove(position)
      if (typeof found === 'string') throw new Error(found)
      return {
        ...found,
        leaf: found.leaf.toString('base64'),
        proof: found.proof.map((hash) => hash.toString('base64')),
      }
    }
    const all = await positions()
    for (const [index, position] of all.entries())
      expect(await verify(await readProof(position))).toMatch(`Position ${position} is event ${index + 1} of 4 `)
    const proof = await readProof(all[1] ?? 0)
    const forged = Buffer.from(Buffer.from(proof.leaf, 'base64').toString().replace('Emma', 'Evil')).toString('base64')
    expect(await verify({ ...proof, leaf: forged })).toBe('the event is not in it')
    expect(await verify({ ...proof, index: 2 })).toBe('the event is not in it')
    expect(await verify({ ...proof, position: all[2] })).toBe('the leaf is another event')
    expect(await verify({ ...proof, proof: proof.proof.slice(1) })).toBe('the path is too short')
    expect(await verify({ ...proof, head: proof.head.replace('\n4\n', '\n5\n') })).toBe(
      'the key has not signed this head',
    )
    await rm(folder, { recursive: true })
  })
})
