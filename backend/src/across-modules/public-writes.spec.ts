import { describe, expect, it } from 'vitest'
import { everyEndpoint, nameEndpoint } from '../test/test-endpoints.ts'

const publicWrites = everyEndpoint.filter(({ allow, method }) => allow === 'everyone' && method !== 'GET')

describe('every write that is open to everyone', () => {
  it.each(publicWrites.map((endpoint) => ({ name: nameEndpoint(endpoint), ...endpoint })))(
    'says how often it may be done: $name',
    ({ limit }) => expect(limit).toBeDefined(),
  )

  it('shares its counters only with calls that mean the same by them', () => {
    const limits = publicWrites.flatMap(({ limit }) => (limit && limit !== 'in-handler' ? limit : []))
    const byName = Map.groupBy(limits, ({ name }) => name)
    for (const [name, same] of byName) expect(new Set(same.map((limit) => JSON.stringify(limit))).size, name).toBe(1)
  })
})
