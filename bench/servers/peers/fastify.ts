import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { answerTo, bodySchema, openTeams, paramsSchema, requireStaff } from './teams.ts'

/** Plain Fastify, as people write it. Arguments: the database's URL and the secret of the tokens. */
const [url = '', secret = ''] = process.argv.slice(2)
const key = new TextEncoder().encode(secret)
const teams = await openTeams(url)

const app = fastify()

app.get('/api/registered-teams', async () => ({ teams: await teams.list() }))

app.put('/api/teams/:id', async (request) => {
  const user = await requireStaff(request.headers['authorization'], key)
  const { id } = paramsSchema.parse(request.params)
  const { paid } = bodySchema.parse(request.body)
  return { team: await teams.setPaid(id, paid, user.sub) }
})

app.setErrorHandler((error, _, reply) => {
  // Fastify's own errors have a status, such as for a body that is too large or no JSON.
  const isOwnError = error.statusCode !== undefined && error.statusCode < 500
  const { status, body } = isOwnError
    ? { status: error.statusCode, body: { code: 'BAD_REQUEST', message: error.message } }
    : answerTo(error)
  reply.code(status ?? 500).send(body)
})

app.setNotFoundHandler((_, reply) => {
  reply.code(404).send({ code: 'NOT_FOUND', message: 'There is nothing here.' })
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: (app.server.address() as AddressInfo).port })
