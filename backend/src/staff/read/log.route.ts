import { staffApi } from '@ultimate/events/staff/api.ts'
import { logErrors } from '@ultimate/events/staff/log-api.ts'
import { toWords } from '@ultimate/transparency-log/transparency-log.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'

/** Serves the heads and the key with which anyone can check that nothing in the log was altered. */
export function logRoutes({ transparency }: Pick<Platform, 'transparency'>): Route[] {
  return [
    route(staffApi.listLogHeads, async () => {
      const heads = await transparency.heads()
      const body = { key: transparency.key, heads: heads.map(({ text, at }) => ({ text, at: at.toISOString() })) }
      return { status: 200, body }
    }),
    route(staffApi.proveEvent, async ({ params: { position } }) => {
      const inclusion = await transparency.prove(position)
      if (inclusion === 'unknown') return logErrors.fail('EVENT_NOT_FOUND')
      if (inclusion === 'unsealed') return logErrors.fail('NOT_SEALED_YET')
      const { index, size, leaf, proof, head } = inclusion
      const path = proof.map((hash) => hash.toString('base64'))
      return { status: 200, body: { position, index, size, leaf: leaf.toString('base64'), proof: path, head } }
    }),
    route(staffApi.readLogHead, async () => {
      const newest = await transparency.newest()
      const head = newest && { size: newest.size, words: toWords(newest), at: newest.at.toISOString() }
      return { status: 200, body: { head } }
    }),
  ]
}
