import { type Route, route } from '@ultimate/backend/platform/http/http-route.ts'
import type { Module, Platform } from '@ultimate/backend/platform/module.ts'
import { type Team, tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { serveModule } from './events.ts'

const table = `create table crud_teams (
  id uuid primary key, team_name text not null, past_team_names text not null, location text not null,
  division text not null, captain_name text not null, captain_email text not null, captain_phone text not null,
  alt_captain_name text not null, alt_captain_email text not null, alt_captain_phone text not null,
  comments text not null, created_at timestamptz not null, status text, paid boolean not null default false,
  changed_by text
);
create index crud_teams_order on crud_teams (created_at, id)`

/** An audit as people usually build it: a trigger stores who changed a row, the old and the new row. */
const audit = `create table crud_audit (
  id bigint generated always as identity primary key, at timestamptz not null default now(), who text,
  "table" text not null, action text not null, row_id uuid not null, old_row jsonb, new_row jsonb
);
create index crud_audit_row on crud_audit (row_id, id);
create function audit_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into crud_audit (who, "table", action, row_id, old_row)
    values (old.changed_by, tg_table_name, tg_op, old.id, to_jsonb(old));
  elsif tg_op = 'UPDATE' then
    insert into crud_audit (who, "table", action, row_id, old_row, new_row)
    values (new.changed_by, tg_table_name, tg_op, new.id, to_jsonb(old), to_jsonb(new));
  else
    insert into crud_audit (who, "table", action, row_id, new_row)
    values (new.changed_by, tg_table_name, tg_op, new.id, to_jsonb(new));
  end if;
  return null;
end
$$;
create trigger crud_teams_audit after insert or update or delete on crud_teams
  for each row execute function audit_row()`

/** The same route as plain CRUD: inserts a row, and answers with it and its status by order. No event, no history. */
function registerTeam({ sql, clock }: Platform): Route {
  return route(tournamentApi.registerTeam, async ({ body }, context) => {
    const id = context.newId()
    const who = context.commandContext.actor.name
    await sql`
      insert into crud_teams (id, team_name, past_team_names, location, division, captain_name, captain_email,
        captain_phone, alt_captain_name, alt_captain_email, alt_captain_phone, comments, created_at, changed_by)
      values (${id}, ${body.teamName}, ${body.pastTeamNames}, ${body.location}, ${body.division}, ${body.captainName},
        ${body.captainEmail}, ${body.captainPhone}, ${body.altCaptainName}, ${body.altCaptainEmail},
        ${body.altCaptainPhone}, ${body.comments}, ${clock.now()}, ${who})`
    const [row] = await sql<(Omit<Team, 'status' | 'created_at'> & { created_at: Date; ahead: number })[]>`
      select id, team_name, division, captain_name, location, created_at, paid, (
        select count(*)::int from (
          select from crud_teams other where (other.created_at, other.id) < (team.created_at, team.id) limit 35
        ) ahead
      ) as ahead
      from crud_teams team where id = ${id}`
    if (!row) throw new Error('The row just written is not there')
    const { ahead, created_at, ...team } = row
    const status: Team['status'] = ahead < 35 ? 'confirmed' : 'waitlist'
    return { status: 201, body: { team: { ...team, created_at: created_at.toISOString(), status } } }
  })
}

const [url = '', isAudited] = process.argv.slice(2)

await serveModule(url, async (platform): Promise<Module> => {
  await platform.sql.unsafe(table)
  if (isAudited === 'audited') await platform.sql.unsafe(audit)
  return {
    name: 'tournament',
    events: {},
    categories: [],
    errors: tournamentErrors.registry,
    readModels: [],
    automations: [],
    routes: [registerTeam(platform)],
  }
})
