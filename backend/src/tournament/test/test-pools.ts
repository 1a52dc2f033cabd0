import { type Sent, tournamentClient } from './test-client.ts'

/** The app with four teams, Pap's in the competitive division, and the TD who arranges the recreational one. */
export async function poolClient() {
  const { call: callAs, eventCount, ...app } = await tournamentClient()
  const call = (method: string, path: string, sent: Sent = {}) => callAs(method, path, { as: 'td', ...sent })
  const register = async (name: string): Promise<string> => {
    const answer = await callAs('POST', '/register-team', {
      body: {
        teamName: `Team ${name}`,
        location: 'Florence, AL',
        division: name === 'pap' ? 'comp' : 'rec',
        captainName: `Captain ${name}`,
        captainEmail: `${name}@example.org`,
        captainPhone: '256-555-0142',
      },
    })
    return answer.body.team.id
  }
  const save = (pools: unknown, sent: Sent = {}) =>
    call('POST', '/pool-play/save', { ...sent, body: { division: 'rec', pools } })
  const unpublish = (division = 'rec', sent: Sent = {}) =>
    call('DELETE', `/pool-play/clear-published/${division}`, sent)
  return {
    ...app,
    call,
    // One after the other: lists are in the order of registration.
    team: {
      huck: await register('huck'),
      becky: await register('becky'),
      joe: await register('joe'),
      pap: await register('pap'),
    },
    save,
    unpublish,
    publish: (division = 'rec', sent: Sent = {}) => call('POST', '/pool-play/publish', { ...sent, body: { division } }),
    savedPools: (sent: Sent = {}) => call('GET', '/pool-play/pools/rec', sent),
    publishedPools: (sent: Sent = {}) => call('GET', '/pool-play/published/rec', sent),
    eventCount: () => eventCount('pools'),
    /** Empties the draft and the public pools after other tests. Returns the version. */
    emptyPools: async (): Promise<number> => {
      await unpublish()
      return (await save([])).body.version
    },
  }
}
export type PoolClient = Awaited<ReturnType<typeof poolClient>>
