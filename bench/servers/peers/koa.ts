import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa, { type Context } from 'koa'
import { answerTo, bodySchema, openTeams, paramsSchema, Refusal, requireStaff } from './teams.ts'

/** Plain Koa with a router, as people write it. Arguments: the database's URL and the secret of the tokens. */
const [url = '', secret = ''] = process.argv.slice(2)
const key = new TextEncoder().encode(secret)
const teams = await openTeams(url)
const bodyLimit = 100_000

async function readJson({ req }: Context): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    size += chunk.length
    if (size > bodyLimit) throw new Refusal(413, 'TOO_LARGE', 'That is too much.')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}

const router = new Router()

router.get('/api/registered-teams', async (context) => {
  context.body = { teams: await teams.list() }
})

router.put('/api/teams/:id', async (context) => {
  const user = await requireStaff(context.get('authorization'), key)
  const { id } = paramsSchema.parse(context.params)
  const { paid } = bodySchema.parse(await readJson(context))
  context.body = { team: await teams.setPaid(id, paid, user.sub) }
})

const app = new Koa()
app.use(async (context, next) => {
  try {
    await next()
    if (context.status === 404 && context.body === undefined)
      throw new Refusal(404, 'NOT_FOUND', 'There is nothing here.')
  } catch (error) {
    const { status, body } = answerTo(error)
    context.status = status
    context.body = body
  }
})
app.use(router.routes())

const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
