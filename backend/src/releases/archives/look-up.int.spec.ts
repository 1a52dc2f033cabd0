import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildManifest, entryName, entryScript } from '../parts.fixture.ts'
import { inspectAddress } from './look-up.ts'

let server: Server
let address: string
let answerManifest: RequestListener
let answerEntry: RequestListener
const says =
  (content: string | Buffer): RequestListener =>
  (_, response) =>
    response.end(content)
const hangs: RequestListener = () => undefined
const stopsHalfway: RequestListener = (_, response) => response.write('{"name":')

beforeAll(async () => {
  server = createServer((request, response) =>
    (request.url?.endsWith('.json') ? answerManifest : answerEntry)(request, response),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hello/mf-manifest.json`
})
beforeEach(() => {
  answerManifest = says(JSON.stringify(buildManifest('hello', '1.0.0')))
  answerEntry = says(entryScript('hello'))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('A release on another origin', () => {
  it('is known by its manifest and the digest of its entry', async () => {
    expect(await inspectAddress('hello', address)).toMatchObject({
      version: '1.0.0',
      contract: '1',
      paths: ['/hello'],
      integrity: expect.stringMatching(/^sha384-/),
    })
  })

  it.each<
    [
      string,
      { readonly manifest?: RequestListener; readonly entry?: RequestListener; readonly timeoutMs?: number },
      RegExp,
    ]
  >([
    ['lies about its name', { manifest: says(JSON.stringify(buildManifest('dinner', '1.0.0'))) }, /part dinner/],
    ['has a page as its manifest', { manifest: says('<!doctype html>') }, /not JSON/],
    ['has a page as its entry', { entry: says('<!doctype html>') }, /no script/],
    [
      'has an entry without end',
      { entry: says(Buffer.alloc(11 * 1024 * 1024, ' ')) },
      new RegExp(`${entryName} could not be read`),
    ],
    ['hangs', { manifest: hangs, timeoutMs: 200 }, /mf-manifest\.json did not come whole within 0\.2 seconds/],
    ['hangs halfway', { manifest: stopsHalfway, timeoutMs: 200 }, /mf-manifest\.json did not come whole/],
    ['hangs at its entry', { entry: hangs, timeoutMs: 1_500 }, new RegExp(`${entryName} did not come whole`)],
  ])('is refused where it %s', async (_, { manifest, entry, timeoutMs }, reason) => {
    answerManifest = manifest ?? answerManifest
    answerEntry = entry ?? answerEntry
    const refused = async () => {
      const failure: unknown = await inspectAddress('hello', address, timeoutMs).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(DomainError)
      const { code, fields } = failure as DomainError
      expect([code, Object.values(fields ?? {}).join()]).toEqual(['RELEASE_INVALID', expect.stringMatching(reason)])
    }
    // On a busy machine the manifest may come too late for its entry to be read.
    await vi.waitFor(refused, { timeout: 20_000 })
  })
})
