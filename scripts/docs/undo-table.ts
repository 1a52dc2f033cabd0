import { join } from 'node:path'
import { dinnerUndos } from '../../backend/src/dinner/undo.ts'
import { releasesUndos } from '../../backend/src/releases/undo.ts'
import { staffUndos } from '../../backend/src/staff/undo.ts'
import { tournamentUndos } from '../../backend/src/tournament/undo.ts'

const modules = { tournament: tournamentUndos, dinner: dinnerUndos, staff: staffUndos, releases: releasesUndos }

export const undoTableFile = join(import.meta.dirname, '../../docs/undo.md')

const introduction = `# Undo

Every event is undone by new events that name it, or this page says why it can't be. Nothing is deleted. An undo appends
events of this table too, so it can be undone where they can. An event can be undone as long as what it changed is still as
it left it, the edition is the current one, and no person in it was forgotten. The TD undoes anything, others what they did
themselves. How undo works: [audit-and-undo.md](audit-and-undo.md#undo).

The rules are in \`backend/src/<module>/undo.ts\`, one for each event; \`npm run accept\` generates this page.
`

/** The page `docs/undo.md`: what the modules declare about each event. */
export function undoTable(): string {
  const sections = Object.entries(modules).map(([name, undos]) => {
    const rows = Object.entries(undos).map(([type, rule]) =>
      'why' in rule ? `| \`${type}\` | no | ${rule.why} |` : `| \`${type}\` | yes | ${rule.by} |`,
    )
    return [`## ${name}`, '', '| Event | Undo | How, or why not |', '|---|---|---|', ...rows].join('\n')
  })
  return `${introduction}\n${sections.join('\n\n')}\n`
}
