import { connect } from '@ultimate/event-store/connect.ts'
import { jwtVerify } from 'jose'
import { z } from 'zod'

/** What both peers share: tables, SQL, authentication and the checks of requests. Each peer adds its framework. */

const schema = `create table teams (
  id uuid primary key, team_name text not null, division text not null, captain_name text not null,
  location text not null, created_at timestamptz not null, status text not null, paid boolean not null default false
);
create index teams_order on teams (created_at, id);
create table audit (
  id bigint generated always as identity primary key, at timestamptz not null default now(), who text not null,
  action text not null, team_id uuid not null, before jsonb not null, after jsonb not null
);
create index audit_team on audit (team_id, id)`

/** An error with the status, code and message of its answer. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const paramsSchema = z.strictObject({ id: z.uuid() })
export const bodySchema = z.strictObject({ paid: z.boolean() })
const claimsSchema = z.object({ sub: z.string(), role: z.enum(['td', 'admin', 'kitchen']) })
type Claims = z.infer<typeof claimsSchema>

/** @throws Refusal unless the token is of someone who may change teams */
export async function requireStaff(authorization: string | undefined, secret: Uint8Array): Promise<Claims> {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new Refusal(401, 'NO_TOKEN', 'Please sign in.')
  const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] }).catch(() => {
    throw new Refusal(401, 'BAD_TOKEN', 'Please sign in again.')
  })
  const claims = claimsSchema.parse(payload)
  if (claims.role === 'kitchen') throw new Refusal(403, 'FORBIDDEN', 'You may not do that.')
  return claims
}

/** Returns status and body of the answer to a failed request. */
export function answerTo(error: unknown): { status: number; body: { code: string; message: string } } {
  if (error instanceof Refusal) return { status: error.status, body: { code: error.code, message: error.message } }
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return { status: 400, body: { code: 'BAD_REQUEST', message: error.message } }
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
    return { status: 400, body: { code: 'CUT_OFF', message: 'The request is not complete.' } }
  console.error(error)
  return { status: 500, body: { code: 'INTERNAL', message: 'Something went wrong.' } }
}

interface Team {
  readonly id: string
  readonly team_name: string
  readonly division: string
  readonly captain_name: string
  readonly location: string
  readonly created_at: Date
  readonly status: string
  readonly paid: boolean
}

/** As many connections as the backend has. */
const connections = 16

export async function openTeams(url: string) {
  const sql = connect(url, { max: connections })
  await sql.unsafe(schema)
  return {
    list: (): Promise<Team[]> => sql<Team[]>`
      select id, team_name, division, captain_name, location, created_at, status, paid
      from teams order by created_at, id`,

    /** Changes one row, and stores who changed it, its value before and after, in one transaction. */
    setPaid: (id: string, paid: boolean, who: string): Promise<Team> =>
      sql.begin(async (tx) => {
        const [row] = await tx<(Team & { was_paid: boolean })[]>`
          update teams set paid = ${paid} where id = ${id}
          returning new.id, new.team_name, new.division, new.captain_name, new.location, new.created_at, new.status,
            new.paid, old.paid as was_paid`
        if (!row) throw new Refusal(404, 'TEAM_NOT_FOUND', 'There is no such team.')
        const { was_paid, ...team } = row
        await tx`
          insert into audit (who, action, team_id, before, after)
          values (${who}, 'set-paid', ${id}, ${tx.json({ paid: was_paid })}, ${tx.json({ paid: team.paid })})`
        return team
      }),
  }
}
